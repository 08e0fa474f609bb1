import { referenceOf } from '../reference.tsx'
import { showMessage, whileShowing } from './dialogs.ts'

/** Shows `message` as long as `work` takes. Says so if it `failed`, and returns whether it did not. */
export async function tryShowing(
  message: string,
  failed: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await whileShowing(message, work)
    return true
  } catch (error) {
    await showMessage({
      status: 'error',
      message: failed,
      details: error instanceof Error ? [error.message] : [],
      reference: referenceOf(error),
    })
    return false
  }
}
