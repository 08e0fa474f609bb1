import { t } from '../messages/messages.ts'
import { showMessage } from './dialogs/dialogs.ts'

let isSaid = false

/** Reports a failure that nothing else has handled; the browser's own log has the reason. */
async function sayUnexpected(): Promise<void> {
  if (!isSaid) {
    isSaid = true
    await showMessage({ status: 'error', message: t('shell.failure.text') })
    isSaid = false
  }
}

addEventListener('unhandledrejection', sayUnexpected)
