import type { PreachingItem } from '@vestry/contract/calls/preaching.ts'
import { callApi } from '../../api/call-api.ts'
import { askAndDelete } from '../../api/trash/ask-and-delete.ts'
import { t } from '../../messages/messages.ts'

/** Asks and deletes the item; its files stay while it is in the trash. Returns whether the item is gone. */
export function deletePreaching(item: PreachingItem, reload: () => Promise<unknown>): Promise<boolean> {
  return askAndDelete({
    ask: async () => ({
      title: t('preaching.delete.question'),
      message: t('preaching.delete.consequence', { title: item.localizedname }),
    }),
    running: t('ui.delete.running'),
    work: async () => {
      await callApi('DELETE /preachingManagement', { query: { uuid: item.uuid } })
      return { status: 'success', message: t('preaching.delete.done') }
    },
    record: `item/${item.uuid}`,
    reload,
    failed: t('preaching.delete.failed'),
  })
}
