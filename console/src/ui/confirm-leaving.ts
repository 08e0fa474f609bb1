import { t } from '../words/words.ts'
import { confirm } from './dialogs.tsx'

/** Asks whether a form with unsaved changes may be left. */
export function confirmLeaving(): Promise<boolean> {
  return confirm({
    title: t('ui.leave.title'),
    message: t('ui.leave.text'),
    yes: t('ui.leave.yes'),
    no: t('ui.leave.no'),
    danger: true,
  })
}
