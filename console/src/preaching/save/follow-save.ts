import { queryClient } from '../../api/query-client.ts'
import { currentUserId, onSessionChange } from '../../auth/session.ts'
import { hasSessionEnded } from '../../forms/stored-draft.ts'
import { t } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import { type Overlay, type Progress, showNotice, showProgress } from '../../ui/dialogs/dialogs.ts'
import { guardedNavigator } from '../../ui/guarded-history.ts'
import { describeFailure } from '../form/save-messages.ts'
import { PREACHING } from '../preaching-calls.ts'
import { guardWork } from './background-work.ts'
import type { SavedItem, SaveRun } from './save-preaching.ts'

/** Sees a save to its end whose form is gone, and says how it ended. */
export async function followSave(saving: Promise<SavedItem>, run: SaveRun, overlay: Overlay): Promise<void> {
  const { job } = run
  const { store } = job
  const isNew = job.version === undefined
  const title = job.values.localizedname
  const person = currentUserId()
  const done = guardWork()
  let shown: Overlay | undefined = overlay
  let failed: Progress | undefined
  let forget = () => {}
  const stopListening = onSessionChange(keepToPerson)
  try {
    await saving
    overlay.close()
    void queryClient.invalidateQueries({ queryKey: [...PREACHING, 'list'] })
    const saved = t(isNew ? 'preaching.save.created' : 'preaching.save.updated')
    const run = async () => guardedNavigator.push(paths.sermon(job.uuid))
    showNotice({ message: `${saved}: ${title}`, action: { label: t('preaching.background.open'), run } })
    store.close()
    leave()
  } catch (error) {
    failed = offerAgain(error)
    shown?.replace(failed)
    keepToPerson()
  }

  /** The end of the session stops it; the same person finds what failed again, unless they have signed out. */
  function keepToPerson() {
    if (currentUserId() === person) {
      shown ??= failed && showProgress(failed)
      return
    }
    store.stop()
    shown?.close()
    shown = undefined
    if (failed !== undefined && !hasSessionEnded()) {
      store.close()
      forget()
      leave()
    }
  }

  function leave() {
    stopListening()
    done()
  }

  /** The content waits for the form that the card leads to. */
  function offerAgain(error: unknown): Progress {
    const draft = store.view().newUuid
    const form = isNew ? paths.newPreaching : paths.editPreaching(job.uuid)
    if (currentUserId() === person || hasSessionEnded()) {
      forget = run.keep(draft)
    }
    const [message, ...details] = describeFailure(error, isNew)
    return {
      message,
      corner: {
        title,
        failure: details,
        async onOpen() {
          if (await guardedNavigator.push(`${form}?draft=${draft}`)) {
            shown?.close()
            leave()
          }
        },
      },
    }
  }
}
