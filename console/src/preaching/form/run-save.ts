import { queryClient } from '../../api/query-client.ts'
import { currentUserId, onSessionChange } from '../../auth/session.ts'
import { hasSessionEnded, keepDraft } from '../../forms/stored-draft.ts'
import { HANDED_OVER } from '../../forms/use-record-form.tsx'
import { t } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import {
  type Overlay,
  type Progress,
  showNotice,
  showProgress,
  whileShowing,
} from '../../ui/dialogs/dialogs.ts'
import { guardedNavigator } from '../../ui/guarded-history.ts'
import { PREACHING } from '../preaching-calls.ts'
import { guardWork } from '../save/background-work.ts'
import type { SavedItem, SaveProgress } from '../save/save-preaching.ts'
import type { SavingStore } from './files-store.ts'
import { BEGUN, boxOf, type SaveCourse, type SaveWays } from './save-course.ts'
import { createProgressFormatter, describeFailure } from './save-messages.ts'

/** A save of a form's record. */
type SaveRun = {
  store: SavingStore
  save: (job: { signal: AbortSignal; onProgress: (progress: SaveProgress) => void }) => Promise<SavedItem>
  /** The sermon whose save may go on without its form. */
  alone?: Alone
}

type Alone = {
  uuid: string
  isNew: boolean
  title: string
  /** The form that gets the content back when it is opened with this draft. */
  nameOf: (draft: string) => string
}

/**
 * Saves, and shows how far it is. While files are uploaded the person may turn to something else: then it resolves with
 * `HANDED_OVER`, and the corner shows what becomes of it.
 */
export async function runSave(run: SaveRun): Promise<SavedItem | typeof HANDED_OVER> {
  const { store, alone } = run
  if (Object.keys(store.files().chosen).length === 0) {
    const save = () => store.save((signal) => run.save({ signal, onProgress: () => undefined }))
    return await whileShowing(t('ui.progress.saving'), save)
  }
  const change = (step: Partial<SaveCourse>) => {
    const course = store.course()
    store.setCourse(course && { ...course, ...step })
  }
  const handed = Promise.withResolvers<typeof HANDED_OVER>()
  const draft = store.files().newUuid
  const ways: SaveWays = {
    cancel: store.stop,
    comeBack: () => change({ at: 'page' }),
    ...(alone && {
      goOn() {
        change({ at: 'corner' })
        handed.resolve(HANDED_OVER)
      },
      openAgain() {
        const form = alone.isNew ? paths.newPreaching : paths.editPreaching(alone.uuid)
        void guardedNavigator.push(`${form}?draft=${draft}`)
      },
    }),
  }
  store.setCourse(BEGUN)
  showCourse(store, (course) => boxOf(course, alone?.title ?? '', ways))
  const progressOf = createProgressFormatter(() => performance.now())
  const onProgress = (progress: SaveProgress) => change({ shown: progressOf(progress) })
  const saving = store.save((signal) => run.save({ signal, onProgress }))
  let goesOn = false
  try {
    const outcome = await Promise.race([saving, handed.promise])
    if (outcome === HANDED_OVER && alone !== undefined) {
      goesOn = true
      const fail = (error: unknown) => change({ at: 'corner', failed: describeFailure(error, alone.isNew) })
      void seeToEnd(saving, { store, alone, fail, draft: alone.nameOf(draft) })
    }
    return outcome
  } finally {
    if (!goesOn) {
      store.setCourse(undefined)
    }
  }
}

/** Shows the progress of a save, but only to the person who saves. */
function showCourse(store: SavingStore, draw: (course: SaveCourse) => Progress): void {
  const person = currentUserId()
  let overlay: Overlay | undefined
  const show = () => {
    const course = store.course()
    const box = course && currentUserId() === person ? draw(course) : undefined
    if (box === undefined) {
      overlay?.close()
      overlay = undefined
    } else if (overlay === undefined) {
      overlay = showProgress(box)
    } else {
      overlay.replace(box)
    }
    if (course === undefined) {
      endings.forEach((end) => void end())
    }
  }
  const endings = [store.subscribe(show), onSessionChange(show)]
  show()
}

/** Follows a save whose form is gone to its end; what failed waits for the form that opens with this draft. */
async function seeToEnd(
  saving: Promise<SavedItem>,
  run: { store: SavingStore; alone: Alone; fail: (error: unknown) => void; draft: string },
): Promise<void> {
  const { store, alone } = run
  const person = currentUserId()
  const endings = [
    guardWork(),
    onSessionChange(() => currentUserId() !== person && store.stop()),
    store.subscribe(() => store.course() === undefined && endings.forEach((end) => void end())),
  ]
  try {
    await saving
    void queryClient.invalidateQueries({ queryKey: [...PREACHING, 'list'] })
    const saved = t(alone.isNew ? 'preaching.save.created' : 'preaching.save.updated')
    const run = async () => guardedNavigator.push(paths.sermon(alone.uuid))
    showNotice({
      message: `${saved}: ${alone.title}`,
      action: { label: t('preaching.background.open'), run },
    })
    store.close()
  } catch (error) {
    run.fail(error)
    if (currentUserId() === person || hasSessionEnded()) {
      keepDraft(run.draft, store, store.close)
    } else {
      store.close()
    }
  }
}
