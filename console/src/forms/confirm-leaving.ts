import { t } from '../messages/messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'

/** Asks whether to leave a form whose unsaved changes would be lost. */
export function confirmLeaving(): Promise<boolean> {
  return ask(t('ui.leave.text'))
}

/** Asks whether to leave a form whose unsaved changes are offered when it is opened again. */
export function confirmSettingAside(): Promise<boolean> {
  return ask(t('ui.leave.setAside'))
}

function ask(message: string): Promise<boolean> {
  return confirm({
    title: t('ui.leave.title'),
    message,
    yes: t('ui.leave.yes'),
    no: t('ui.leave.no'),
    danger: true,
  })
}
