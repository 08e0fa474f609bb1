import { Button } from '@mantine/core'
import { ApiError } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { useMessages } from '../messages/use-messages.ts'
import { whileShowing } from '../ui/dialogs/dialogs.ts'
import { IconDownload } from '../ui/look/icons.ts'
import { exportChild } from './export-calls.ts'

/** Downloads everything about a child as a file for its family. */
export function FamilyFile({ id }: { id: number }) {
  const { t } = useMessages()
  const keep = async () => {
    try {
      await whileShowing(t('ui.progress.processing'), () => exportChild(id))
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      await showFailure(t('attendees.family.failed'), error)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void keep()}
    >
      {t('attendees.family.download')}
    </Button>
  )
}
