import { Button } from '@mantine/core'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { copyText } from '../ui/forms/copy-text.ts'
import classes from './podcasts-page.module.css'

/** Copies the text next to it; `describes` names the text where there are several. */
export function CopyButton({ text, describes }: { text: string; describes?: string }) {
  const { t } = useMessages()
  const copy = async () => {
    const done = await copyText(text)
    showNotice({ message: t(done ? 'podcasts.copied' : 'podcasts.notCopied') })
  }
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.copy ?? ''}
      aria-label={describes && `${t('ui.copy')}: ${describes}`}
      onClick={() => void copy()}
    >
      {t('ui.copy')}
    </Button>
  )
}
