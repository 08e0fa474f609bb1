import { signInAgain } from '../auth/session.ts'
import { nameOfError } from '../auth/session-failures.ts'
import { t } from '../messages/messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'

/**
 * Whether the service refuses something because the sign-in is too long ago, as it does for changes of how one signs
 * in.
 */
export function needsRecentSignIn(error: unknown): boolean {
  return nameOfError(error) === 'ForbiddenException'
}

/** Asks the person to sign in again, leads them to the sign-in, and back here. */
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
