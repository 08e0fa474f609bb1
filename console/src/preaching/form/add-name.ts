import { ApiError } from '../../api/call-api.ts'
import { showFailure } from '../../api/show-failure.ts'
import { t } from '../../messages/messages.ts'
import { whileShowing } from '../../ui/dialogs/dialogs.ts'

/**
 * Adds a name to one of the lists that sermons choose from and returns its id, even if somebody else has added it
 * meanwhile; nothing if it failed, which is then shown. The form is covered meanwhile, since it would be saved without
 * the name.
 */
export async function addName(
  name: string,
  list: {
    add: () => Promise<number>
    /** Reloads the list and returns the id of the name. */
    find: () => Promise<number | undefined>
  },
): Promise<number | undefined> {
  try {
    return await whileShowing(t('ui.progress.processing'), async () => {
      try {
        const id = await list.add()
        await list.find()
        return id
      } catch (error) {
        const isTaken = error instanceof ApiError && error.code === 'name_taken'
        const already = isTaken ? await list.find() : undefined
        if (already === undefined) {
          throw error
        }
        return already
      }
    })
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    await showFailure(t('preaching.form.lookupFailed', { name }), error)
    return undefined
  }
}
