import type { Family } from '@vestry/contract/calls/families.ts'
import { TRASH_DAYS } from '@vestry/contract/rules/trash-rules.ts'
import { callApi } from '../api/call-api.ts'
import { askAndDelete } from '../api/trash/ask-and-delete.ts'
import { t } from '../messages/messages.ts'
import { undoableNotice } from './undo-family-change.ts'

/** Asks, deletes a family and offers to undo that. Returns whether it is gone. */
export function deleteFamily(
  { id, name }: Pick<Family, 'id' | 'name'>,
  reload: () => Promise<unknown>,
): Promise<boolean> {
  return askAndDelete({
    ask: async () => ({
      title: t('families.page.delete.question'),
      message: t('families.page.delete.text', { name }),
      detail: t('families.page.days', { days: TRASH_DAYS }),
    }),
    running: t('ui.delete.running'),
    work: async () => {
      const { change_id } = await callApi('DELETE /families', { query: { family_id: id } })
      return undoableNotice(t('families.page.delete.done'), change_id)
    },
    reload,
    failed: t('families.page.delete.failed'),
  })
}
