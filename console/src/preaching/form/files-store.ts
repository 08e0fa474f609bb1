import { endBeforeSignOut } from '../../ui/guarded-history.ts'
import { deleteReleasedFiles } from '../delete-released-files.ts'
import {
  type ChosenFiles,
  clear,
  type FileWork,
  heldAlone,
  leftBehind,
  noFiles,
  noteWork,
  withoutWork,
} from './chosen-files.ts'

export type FilesStore = ReturnType<typeof createFilesStore>

/**
 * Keeps the files of a form, and gives up what a step leaves behind: what was prepared of them here, and what is stored of
 * them already. What a save has still on its way when nobody goes on with it is given up as it comes.
 */
export function createFilesStore(files: ChosenFiles = noFiles(crypto.randomUUID())) {
  let view = files
  let running: { stop: AbortController; ended: Promise<unknown> } | undefined
  let stopWatching: (() => void) | undefined
  const givingUp = new Set<Promise<unknown>>()
  const listeners = new Set<() => void>()

  const giveUp = ({ prepared, stored }: ReturnType<typeof leftBehind>) => {
    const work = Promise.all([deleteReleasedFiles(stored), ...prepared.map((one) => one.dispose())])
    givingUp.add(work)
    void work.then(() => givingUp.delete(work))
  }
  const change = (step: (files: ChosenFiles) => ChosenFiles) => {
    const [before, done] = [view, step(view)]
    view = heldAlone(done)
    giveUp(leftBehind(before, done))
    giveUp(leftBehind(done, view))
    watchSignOut()
    for (const listener of listeners) {
      listener()
    }
  }
  /** Who signs out takes the right to delete anything along: whatever is to be given up is given up before. */
  const watchSignOut = () => {
    if (running !== undefined || [...view.work.values()].some(({ prepared, stored }) => prepared ?? stored)) {
      stopWatching ??= endBeforeSignOut(async () => {
        running?.stop.abort()
        await running?.ended
        change(withoutWork)
        await Promise.all(givingUp)
      })
    } else {
      stopWatching?.()
      stopWatching = undefined
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    view: () => view,
    change,
    /** What was done with a file so far. */
    workOn: (file: File): FileWork => view.work.get(file) ?? {},
    note: (file: File, done: FileWork) => change((files) => noteWork(files, file, done)),
    /** Begins a save, which `stop` calls off. */
    async save<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
    /** Nobody goes on with any of it. */
    close() {
      running?.stop.abort()
      change(clear)
    },
  }
}
