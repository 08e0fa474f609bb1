import { t } from '../../messages/messages.ts'
import { showNotice, whileShowing } from '../../ui/dialogs/dialogs.ts'
import { ApiError, callApi } from '../call-api.ts'
import { queryClient } from '../query-client.ts'
import { showFailure } from '../show-failure.ts'

/** Restores what was deleted, such as `attendee/12`, and reloads what is on the screen. Returns whether it is back. */
export async function restoreDeleted(record: string): Promise<boolean> {
  try {
    await whileShowing(t('ui.progress.processing'), async () => {
      await callApi('POST /trash/restore', { body: { record } })
      await queryClient.invalidateQueries()
    })
    showNotice({ message: t('ui.restored') })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    if (error.code !== 'not_signed_in') {
      await showFailure(t('ui.restore.failed'), error)
    }
    await queryClient.invalidateQueries()
    return false
  }
}
