import { fetchCode } from '../api/fetch-code.ts'
import { queryClient } from '../api/query-client.ts'
import { currentUserId, onSessionChange } from '../auth/session.ts'
import { hasSessionEnded } from '../forms/stored-draft.ts'
import { HANDED_OVER } from '../forms/use-record-form.tsx'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import { type Overlay, type Progress, showNotice, showProgress } from '../ui/dialogs.ts'
import { guardedNavigator } from '../ui/guarded-history.ts'
import { guardWork } from './background-work.ts'
import { PREACHING } from './preaching-calls.ts'
import { discardAll } from './save-memory.ts'
import { createProgressFormatter, describeFailure } from './save-messages.ts'
import type { SavedItem, SaveJob } from './save-preaching.ts'

type Run = {
  job: Omit<SaveJob, 'onProgress' | 'signal'>
  stop: AbortController
  /** The save goes on without the form from here on. */
  letGo: () => void
  /** Keeps the content of the form for the form of that name. */
  keep: (name: string) => void
}

/** The form of an item; `draft` names content that could not be saved. */
export function nameOfForm(uuid: string | undefined, draft?: string | null): string {
  return `sermon ${uuid ?? 'new'}${draft ? ` ${draft}` : ''}`
}

/**
 * Saves, and shows how far it is. While files are uploaded the person may go on with something else: then it settles
 * with `HANDED_OVER`, and what becomes of it is said in the corner.
 */
export async function runSave(run: Run): Promise<SavedItem | typeof HANDED_OVER> {
  const { job, stop } = run
  const handed = Promise.withResolvers<typeof HANDED_OVER>()
  const progressOf = createProgressFormatter(() => performance.now())
  let latest: Partial<Progress> = { fraction: 0 }
  // What the server is about to write can't be called off any more.
  let onCancel: (() => void) | undefined = () => stop.abort()
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
  const hasFiles = Object.keys(job.files).length > 0
  const overlay = showProgress(hasFiles ? draw() : { message: t('ui.progress.saving') })
  const saving = save({
    ...job,
    signal: stop.signal,
    onProgress(progress) {
      if (hasFiles) {
        latest = progressOf(progress)
        onCancel = progress.phase === 'saving' ? undefined : onCancel
        overlay.replace(draw())
      }
    },
  })
  try {
    const outcome = await Promise.race([saving, handed.promise])
    if (outcome === HANDED_OVER) {
      run.letGo()
      void follow(saving, run, overlay)
    } else {
      overlay.close()
    }
    return outcome
  } catch (error) {
    overlay.close()
    throw error
  }
}

/** Loads what saves only now: the form is there sooner without it. */
async function save(job: SaveJob): Promise<SavedItem> {
  const { savePreaching } = await fetchCode(() => import('./save-preaching.ts'))
  return await savePreaching(job)
}

/** Sees a save to its end whose form is gone, and says how it ended. */
async function follow(saving: Promise<SavedItem>, run: Run, overlay: Overlay): Promise<void> {
  const { job, stop } = run
  const isNew = job.version === undefined
  const title = job.values.localizedname
  const person = currentUserId()
  const done = guardWork()
  let hasFailed = false
  const stopListening = onSessionChange(() => {
    if (currentUserId() !== person) {
      stop.abort()
      overlay.close()
      if (hasFailed) {
        keepForLater()
      }
    }
  })
  try {
    await saving
    overlay.close()
    void queryClient.invalidateQueries({ queryKey: [...PREACHING, 'list'] })
    const saved = t(isNew ? 'preaching.save.created' : 'preaching.save.updated')
    const run = async () => guardedNavigator.push(paths.sermon(job.uuid))
    showNotice({ message: `${saved}: ${title}`, action: { label: t('preaching.background.open'), run } })
    leave()
  } catch (error) {
    if (currentUserId() === person) {
      offerAgain(error)
    } else {
      keepForLater()
    }
  }

  /** Once the session is over: for the same person, unless they have signed out. */
  function keepForLater() {
    if (hasSessionEnded()) {
      run.keep(nameOfForm(isNew ? undefined : job.uuid))
    } else {
      discardAll(job.memory)
    }
    leave()
  }

  function leave() {
    stopListening()
    done()
  }

  /** The content waits for the form that the card leads to. */
  function offerAgain(error: unknown) {
    hasFailed = true
    const draft = job.memory.newUuid
    const form = isNew ? paths.newPreaching : paths.editPreaching(job.uuid)
    run.keep(nameOfForm(isNew ? undefined : job.uuid, draft))
    const [message, ...details] = describeFailure(error, isNew)
    overlay.replace({
      message,
      corner: {
        title,
        failure: details,
        onOpen() {
          overlay.close()
          leave()
          guardedNavigator.push(`${form}?draft=${draft}`)
        },
      },
    })
  }
}
