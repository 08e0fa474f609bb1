import { signInAnew } from '../sign-in/session.ts'
import { nameOfError } from '../sign-in/session-failures.ts'
import { confirm } from '../ui/dialogs.tsx'
import { t } from '../words/words.ts'

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
    await signInAnew()
  }
}
