import type { PreachingItem } from '@vestry/contract/preaching.ts'
import { ApiError, callApi } from '../data/call-api.ts'
import { confirm, showMessage, whileShowing } from '../ui/dialogs.tsx'
import { t } from '../words/words.ts'
import { deleteReleasedFiles } from './delete-released-files.ts'

/** Asks, deletes the item, then the files that nobody uses any more. Answers whether the item is gone. */
export async function deletePreaching(item: PreachingItem, reload: () => Promise<unknown>): Promise<boolean> {
  const sure = await confirm({
    title: t('preaching.delete.question'),
    message: t('preaching.delete.consequence', { title: item.localizedname }),
    yes: t('preaching.delete.yes'),
    no: t('preaching.delete.no'),
    danger: true,
  })
  if (!sure) {
    return false
  }
  try {
    const files = await whileShowing(t('preaching.delete.running'), async () => {
      const { released } = await callApi('DELETE /preachingManagement', { query: { uuid: item.uuid } })
      const [outcome] = await Promise.all([deleteReleasedFiles(released), reload()])
      return outcome
    })
    await showMessage({
      status: files === 'failed' ? 'warning' : 'success',
      message: t('preaching.delete.done'),
      ...(files === 'failed' && { details: [t('preaching.files.notDeleted')] }),
    })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    await showMessage({ status: 'error', message: t('preaching.delete.failed'), details: [error.message] })
    if (error.code === 'not_found') {
      await reload()
    }
    return false
  }
}
