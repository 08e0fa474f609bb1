import { fetchCode } from '../../api/fetch-code.ts'
import { HANDED_OVER } from '../../forms/use-record-form.tsx'
import { t } from '../../messages/messages.ts'
import { type Progress, showProgress } from '../../ui/dialogs/dialogs.ts'
import type { SavedItem, SaveProgress, SaveRun } from '../save/save-preaching.ts'
import { createProgressFormatter } from './save-messages.ts'

/** Fetches what saves, and what sees a save to its end: the form is there sooner without them. */
export function fetchSaving() {
  return fetchCode(() => Promise.all([import('../save/save-preaching.ts'), import('../save/follow-save.ts')]))
}

/**
 * Saves, and shows how far it is. While files are uploaded the person may go on with something else: then it settles
 * with `HANDED_OVER`, and what becomes of it is said in the corner.
 */
export async function runSave(run: SaveRun): Promise<SavedItem | typeof HANDED_OVER> {
  const { job } = run
  const { store } = job
  const handed = Promise.withResolvers<typeof HANDED_OVER>()
  const progressOf = createProgressFormatter(() => performance.now())
  let latest: Partial<Progress> = { fraction: 0 }
  // What the server is about to write can't be called off any more.
  let onCancel: (() => void) | undefined = store.stop
  let inCorner = false
  const draw = (): Progress => ({
    message: t('preaching.save.uploading'),
    ...latest,
    onCancel,
    ...(inCorner ? { corner: { title: job.values.localizedname, onOpen: () => move(false) } } : { onAside }),
  })
  const move = (toCorner: boolean) => {
    inCorner = toCorner
    overlay.replace(draw())
  }
  const onAside = () => {
    move(true)
    handed.resolve(HANDED_OVER)
  }
  const hasFiles = Object.keys(store.view().chosen).length > 0
  const overlay = showProgress(hasFiles ? draw() : { message: t('ui.progress.saving') })
  const code = fetchSaving()
  const onProgress = (progress: SaveProgress) => {
    if (hasFiles) {
      latest = progressOf(progress)
      onCancel = progress.phase === 'saving' ? undefined : onCancel
      overlay.replace(draw())
    }
  }
  const saving = store.save(async (signal) => {
    const [{ savePreaching }] = await code
    return await savePreaching({ ...job, signal, onProgress })
  })
  try {
    const outcome = await Promise.race([saving, handed.promise])
    if (outcome === HANDED_OVER) {
      const [, { followSave }] = await code
      run.letGo()
      void followSave(saving, run, overlay)
    } else {
      overlay.close()
    }
    return outcome
  } catch (error) {
    overlay.close()
    throw error
  }
}
