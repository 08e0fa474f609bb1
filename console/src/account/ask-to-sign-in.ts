import { signInAgain } from '../auth/session.ts'
import { nameOfError } from '../auth/session-failures.ts'
import { t } from '../messages/messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'

/** Whether the service refuses something for the sign-in is too long ago: it changes how the person signs in. */
export function needsRecentSignIn(error: unknown): boolean {
  return nameOfError(error) === 'ForbiddenException'
}

/** Asks the person to sign in again, and leads them there and back. */
export async function askToSignIn(): Promise<void> {
  const agreed = await confirm({
    title: t('account.signInAgain.title'),
    message: t('account.signInAgain.text'),
    yes: t('account.signInAgain'),
    no: t('ui.dialog.cancel'),
  })
  if (agreed) {
    await signInAgain()
  }
}
