import { showMessage } from '../ui/dialogs/dialogs.ts'
import { ApiError } from './call-api.ts'

/** Says that something failed and why, with the reference under which the server's log has it. */
export async function showFailure(
  message: string,
  { message: why, reference }: Pick<ApiError, 'message' | 'reference'>,
): Promise<void> {
  await showMessage({ status: 'error', message, details: [why], reference })
}

/** Says so of a call that was refused. If the session has ended, the sign-in page says that; any other error is thrown. */
export async function tellRefusal(message: string, error: unknown): Promise<void> {
  if (!(error instanceof ApiError)) {
    throw error
  }
  if (error.code !== 'not_signed_in') {
    await showFailure(message, error)
  }
}
