import { ApiError } from '../../api/call-api.ts'
import { showFailure } from '../../api/show-failure.ts'
import { t } from '../../messages/messages.ts'
import { whileShowing } from '../../ui/dialogs/dialogs.ts'

/**
 * Adds a name to one of the lists that sermons choose from and returns its id, also where somebody else has added it
 * in the meantime; nothing when that failed and was said. Covers the form meanwhile, which would be saved without it.
 */
export async function addName(
  name: string,
  list: {
    add: () => Promise<number>
    /** Loads the list again and returns the id of the name. */
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
