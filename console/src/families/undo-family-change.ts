import { callApi } from '../api/call-api.ts'
import { takeBack } from '../api/trash/restore-deleted.ts'
import { t } from '../messages/messages.ts'
import type { Notice } from '../ui/dialogs/dialogs.ts'

/** Undoes what was done to families, and reloads what is on the screen. Returns whether it is undone. */
export async function undoFamilyChange(change_id: number): Promise<boolean> {
  const undo = () => callApi('POST /families/changes/undo', { body: { change_id } })
  return await takeBack(undo, { done: t('families.page.undone'), failed: t('families.page.undo.failed') })
}

/** The message about something that was done to families, with its Undo. */
export function undoableNotice(message: string, change_id: number): Notice {
  return { message, action: { label: t('ui.undo'), run: () => undoFamilyChange(change_id) } }
}
