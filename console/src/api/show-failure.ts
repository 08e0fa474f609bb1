import { showMessage } from '../ui/dialogs/dialogs.ts'
import type { ApiError } from './call-api.ts'

/** Says that something failed, why, and by which reference the server's log names it. */
export async function showFailure(
  message: string,
  { message: why, reference }: Pick<ApiError, 'message' | 'reference'>,
): Promise<void> {
  await showMessage({ status: 'error', message, details: [why], reference })
}
