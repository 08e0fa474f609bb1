import type { PreachingItem } from '@vestry/contract/preaching.ts'
import { askAndDelete } from '../api/ask-and-delete.ts'
import { callApi } from '../api/call-api.ts'
import { t } from '../messages/messages.ts'
import { deleteReleasedFiles } from './delete-released-files.ts'

/** Asks, deletes the item, then the files that nobody uses any more. Returns whether the item is gone. */
export function deletePreaching(item: PreachingItem, reload: () => Promise<unknown>): Promise<boolean> {
  return askAndDelete({
    ask: async () => ({
      title: t('preaching.delete.question'),
      message: t('preaching.delete.consequence', { title: item.localizedname }),
    }),
    running: t('ui.delete.running'),
    work: async () => {
      const { released } = await callApi('DELETE /preachingManagement', { query: { uuid: item.uuid } })
      const files = await deleteReleasedFiles(released)
      return {
        status: files === 'failed' ? 'warning' : 'success',
        message: t('preaching.delete.done'),
        ...(files === 'failed' && { details: [t('preaching.files.notDeleted')] }),
      }
    },
    reload,
    failed: t('preaching.delete.failed'),
  })
}
