import { MAX_DOOR_REASON } from '@vestry/contract/sunday-school/door-rules.ts'
import { t } from '../messages/messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'

/** Asks why something is decided otherwise than the rules of the door say; undefined without a reason. */
export async function askReason(title: string, message = t('door.reason.kept')): Promise<string | undefined> {
  const answer = await confirm({
    title,
    message,
    yes: t('door.override'),
    no: t('ui.dialog.cancel'),
    textArea: { label: t('door.reason'), value: '', maxLength: MAX_DOOR_REASON },
  })
  const reason = answer === false ? '' : answer.text.trim()
  return reason === '' ? undefined : reason
}
