import { showMessage } from '../ui/dialogs.ts'
import type { ApiError } from './call-api.ts'

/** Says that something failed, why, and by which reference the server's log names it. */
export function showFailure(message: string, { message: why, reference }: ApiError): Promise<void> {
  return showMessage({ status: 'error', message, details: [why], reference })
}
