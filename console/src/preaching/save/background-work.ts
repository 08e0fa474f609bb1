import { t } from '../../messages/messages.ts'
import { confirm } from '../../ui/dialogs/dialogs.ts'
import { guardSignOut } from '../../ui/guarded-history.ts'

let going = 0
let release: (() => void) | undefined

/**
 * Makes closing the tab and signing out ask first, until the returned function is called; pages may change meanwhile.
 */
export function guardWork(): () => void {
  going += 1
  release ??= guardSignOut(() =>
    confirm({
      title: t('preaching.background.leaveTitle'),
      message: t('preaching.background.leave'),
      yes: t('preaching.background.leaveYes'),
      no: t('ui.leave.no'),
      danger: true,
    }),
  )
  return () => {
    going -= 1
    if (going === 0) {
      release?.()
      release = undefined
    }
  }
}
