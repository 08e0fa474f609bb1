import { Button } from '@mantine/core'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import classes from './podcasts-page.module.css'

/** Copies the text next to it; `describes` names the text where there are several. */
export function CopyButton({ text, describes }: { text: string; describes?: string }) {
  const { t } = useMessages()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showNotice({ message: t('podcasts.copied') })
    } catch {
      showNotice({ message: t('podcasts.notCopied') })
    }
  }
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.copy ?? ''}
      aria-label={describes && `${t('podcasts.copy')}: ${describes}`}
      onClick={() => void copy()}
    >
      {t('podcasts.copy')}
    </Button>
  )
}
