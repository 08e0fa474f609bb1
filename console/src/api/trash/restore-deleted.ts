import { t } from '../../messages/messages.ts'
import { showNotice, whileShowing } from '../../ui/dialogs/dialogs.ts'
import { callApi } from '../call-api.ts'
import { queryClient } from '../query-client.ts'
import { tellRefusal } from '../show-failure.ts'

/**
 * Restores what was deleted, such as `attendee/12`, and reloads what is on the screen; `done` says so in other words.
 * Returns whether it is back.
 */
export async function restoreDeleted(record: string, done = t('ui.restored')): Promise<boolean> {
  const restore = () => callApi('POST /trash/restore', { body: { record } })
  return await takeBack(restore, { done, failed: t('ui.restore.failed') })
}

/** Takes something back, reloads what is on the screen, and says how it went. Returns whether it is taken back. */
export async function takeBack(
  work: () => Promise<unknown>,
  { done, failed }: { done: string; failed: string },
): Promise<boolean> {
  try {
    await whileShowing(t('ui.progress.processing'), async () => {
      await work()
      await queryClient.invalidateQueries()
    })
    showNotice({ message: done })
    return true
  } catch (error) {
    await tellRefusal(failed, error)
    await queryClient.invalidateQueries()
    return false
  }
}
