import { ApiError, callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { showFailure } from '../api/show-failure.ts'
import { t } from '../messages/messages.ts'
import { type Notice, showNotice, whileShowing } from '../ui/dialogs/dialogs.ts'

/** Undoes what was done to families, and reloads what is on the screen. Returns whether it is undone. */
export async function undoFamilyChange(change_id: number): Promise<boolean> {
  try {
    await whileShowing(t('ui.progress.processing'), async () => {
      await callApi('POST /families/changes/undo', { body: { change_id } })
      await queryClient.invalidateQueries()
    })
    showNotice({ message: t('families.page.undone') })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    if (error.code !== 'not_signed_in') {
      await showFailure(t('families.page.undo.failed'), error)
    }
    await queryClient.invalidateQueries()
    return false
  }
}

/** The message about something that was done to families, with its Undo. */
export function undoableNotice(message: string, change_id: number): Notice {
  return { message, action: { label: t('ui.undo'), run: () => undoFamilyChange(change_id) } }
}
