import { showMessage } from '../ui/dialogs/dialogs.ts'
import type { ApiError } from './call-api.ts'

/** Says that something failed and why, with the reference under which the server's log has it. */
export async function showFailure(
  message: string,
  { message: why, reference }: Pick<ApiError, 'message' | 'reference'>,
): Promise<void> {
  await showMessage({ status: 'error', message, details: [why], reference })
}
