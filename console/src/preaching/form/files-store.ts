import { createFormStore, type FormStore } from '../../forms/form-store.ts'
import { beginMeasuring, stopMeasuring } from '../../media/measuring.ts'
import { endBeforeSignOut } from '../../ui/guarded-history.ts'
import { deleteReleasedFiles } from '../delete-released-files.ts'
import {
  type ChosenFiles,
  type FileWork,
  heldAlone,
  leftBehind,
  noteWork,
  withoutWork,
} from './chosen-files.ts'
import { type FilesContent, filesSteps } from './files-content.ts'
import type { SaveCourse } from './save-course.ts'

/** What a save needs to know about the files of a form. */
export type FilesAtWork = {
  files: () => ChosenFiles
  changeFiles: (step: (files: ChosenFiles) => ChosenFiles) => void
  /** What has been done with a file so far. */
  workOn: (file: File) => FileWork
  note: (file: File, done: FileWork) => void
}

/** What showing a save needs in addition. */
export type SavingStore = FilesAtWork & {
  subscribe: (listener: () => void) => () => void
  course: () => SaveCourse | undefined
  setCourse: (course: SaveCourse | undefined) => void
  /** Begins a save, which `stop` cancels. */
  save: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>
  stop: () => void
  close: () => void
}

export type FilesStore<V, C extends FilesContent<V>> = FormStore<V, C> & SavingStore

/**
 * Keeps the content of a form with files, and cleans up what a step leaves behind: what was prepared of the files here,
 * and what is already stored of them. If a save is given up, what it still has under way is cleaned up when it arrives.
 */
export function createFilesStore<V, C extends FilesContent<V> = FilesContent<V>>(
  content: C,
  steps = filesSteps<V, C>(),
): FilesStore<V, C> {
  const store = createFormStore(content, steps)
  const files = () => store.view().files
  let running: { stop: AbortController; ended: Promise<unknown> } | undefined
  let stopWatching: (() => void) | undefined
  const givingUp = new Set<Promise<unknown>>()

  const giveUp = ({ prepared, stored }: ReturnType<typeof leftBehind>) => {
    const work = Promise.all([deleteReleasedFiles(stored), ...prepared.map((one) => one.dispose())])
    givingUp.add(work)
    void work.then(() => givingUp.delete(work))
  }
  const change = (step: (content: C) => C) => {
    const before = files()
    const done = step(store.view())
    const held = heldAlone(done.files)
    store.change(() => ({ ...done, files: held }))
    giveUp(leftBehind(before, done.files))
    giveUp(leftBehind(done.files, held))
    measure(before.chosen.path, held)
    watchSignOut()
  }
  const changeFiles = (step: (files: ChosenFiles) => ChosenFiles) =>
    change((content) => ({ ...content, files: step(content.files) }))
  /**
   * When a person signs out, the right to delete anything is gone: everything that has to be removed is removed before.
   */
  const watchSignOut = () => {
    const isAtWork = [...files().work.values()].some(({ prepared, stored }) => prepared ?? stored)
    if (running !== undefined || isAtWork) {
      stopWatching ??= endBeforeSignOut(async () => {
        running?.stop.abort()
        await running?.ended
        changeFiles(withoutWork)
        await Promise.all(givingUp)
      })
    } else {
      stopWatching?.()
      stopWatching = undefined
    }
  }

  return {
    ...store,
    change,
    files,
    changeFiles,
    course: () => store.view().save,
    setCourse: (save) => change((content) => ({ ...content, save })),
    workOn: (file) => files().work.get(file) ?? {},
    note: (file, done) => changeFiles((now) => noteWork(now, file, done)),
    async save(work) {
      const stop = new AbortController()
      const saving = work(stop.signal)
      running = { stop, ended: saving.catch(() => undefined) }
      watchSignOut()
      return await saving.finally(() => {
        running = running?.stop === stop ? undefined : running
        watchSignOut()
      })
    },
    stop: () => running?.stop.abort(),
    close() {
      running?.stop.abort()
      change(steps.clear)
    },
  }
}

/** A recording's sound is measured as long as somebody may still use it. */
function measure(before: File | undefined, { chosen, aside }: ChosenFiles): void {
  if (before !== undefined && before !== chosen.path && before !== aside.path) {
    stopMeasuring(before)
  }
  if (chosen.path !== undefined && chosen.path !== before) {
    beginMeasuring(chosen.path)
  }
}
