import type { Call, CallAnswer, CallInput } from '@vestry/contract/api.ts'
import type { RollState } from '@vestry/contract/sunday-school-rules.ts'
import type { KeptMarks } from './kept-marks.ts'
import {
  asNewMarks,
  discardUnsaved,
  dismissRefusals,
  emptyMarks,
  type Marks,
  mark,
  markAllPresent,
  receiveRoll,
  receiveSaved,
  send,
  takeOver,
  undo,
  unsavedCount,
} from './roll-marks.ts'

/** How the saving stands. `kept`: it failed and is tried again; `refused`: trying again would not help. */
export type Saving = 'idle' | 'saving' | 'saved' | 'kept' | 'refused'

export type RollView = Marks & {
  saving: Saving
  /** Why the roll can't be loaded, or the marks can't be saved. */
  failure: Error | undefined
  /** The last question brought no answer: what is shown may be old. */
  lost: boolean
}

export type CallRoll = <C extends Call>(call: C, input: CallInput<C>) => Promise<CallAnswer<C>>

const SAVE_AFTER_MS = 600
const POLL_EVERY_MS = 3000
const RETRY_AFTER_MS = [1500, 3000, 6000, 12_000]

/**
 * Keeps the roll of one class in step with the server: collects marks and sends them in one call a moment
 * later, never two calls at once, tries again while the line is lost, and looks for others' marks.
 */
export function keepRoll(options: {
  classId: number
  call: CallRoll
  kept: KeptMarks
  /** Whether a failure is one that may pass. */
  mayPass: (error: unknown) => boolean
  /** Whether somebody looks at the page. */
  looking: () => boolean
}) {
  const { classId, call, kept } = options
  let view: RollView = { ...emptyMarks, saving: 'idle', failure: undefined, lost: false }
  const listeners = new Set<() => void>()
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let saveRunning: Promise<void> | undefined
  let loadRunning: Promise<void> | undefined
  /** Grows with every answer to a save: a roll asked for before it is older than what is known. */
  let answered = 0
  let failures = 0
  let holds = 0
  let started = false

  const show = (next: Partial<RollView>) => {
    const before = view
    view = { ...view, ...next }
    if (before.sent !== view.sent || before.waiting !== view.waiting) {
      kept.write(view)
    }
    for (const listener of listeners) {
      listener()
    }
  }
  const settled = (): Saving => (view.saving === 'idle' ? 'idle' : 'saved')

  const load = async () => {
    const asked = answered
    const since = view.revision
    try {
      const query = { class_id: String(classId), ...(since !== undefined && { since }) }
      const answer = await call('GET /attendance/roll-call', { query })
      if (asked === answered && started) {
        receive(answer)
      }
    } catch (error) {
      const passes = options.mayPass(error)
      show({ lost: passes, ...((view.roll === undefined || !passes) && { failure: error as Error }) })
    }
  }
  const receive = (answer: CallAnswer<'GET /attendance/roll-call'>) => {
    const next = receiveRoll(view, answer)
    const mended = view.lost || (view.failure !== undefined && view.saving !== 'refused')
    if (next === view && !mended) {
      return
    }
    const again = view.saving === 'refused' && next !== view
    show({ ...next, lost: false, ...((mended || again) && { failure: undefined }) })
    if (again) {
      // The class has changed since its marks were refused: it may take them now.
      show({ saving: unsavedCount(view) > 0 ? 'kept' : 'idle' })
      planSave(0)
    }
  }
  /** Asks for the roll now, or waits for the answer that is on its way. */
  const refresh = () => {
    loadRunning ??= load().finally(() => {
      loadRunning = undefined
    })
    return loadRunning
  }
  const poll = async () => {
    clearTimeout(pollTimer)
    if (holds === 0 && options.looking()) {
      await refresh()
    }
    if (started) {
      clearTimeout(pollTimer)
      pollTimer = setTimeout(() => void poll(), POLL_EVERY_MS)
    }
  }

  const save = async () => {
    show({ ...send(view), saving: 'saving' })
    const marks = asNewMarks(view.sent)
    try {
      const answer = await call('PUT /attendance/roll-call', { body: { class_id: classId, marks } })
      answered += 1
      failures = 0
      show({ ...receiveSaved(view, answer), failure: undefined })
    } catch (error) {
      failures += 1
      const passes = options.mayPass(error)
      show({ saving: passes ? 'kept' : 'refused', ...(!passes && { failure: error as Error }) })
      return
    }
    if (view.waiting.size === 0) {
      show({ saving: 'saved' })
    }
  }
  const saveNow = () => {
    clearTimeout(saveTimer)
    saveRunning ??= save().finally(() => {
      saveRunning = undefined
      if (unsavedCount(view) > 0 && view.saving !== 'refused') {
        planSave(failures === 0 ? 0 : (RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length) - 1] ?? 0))
      }
    })
    return saveRunning
  }
  const planSave = (afterMs: number) => {
    clearTimeout(saveTimer)
    if (saveRunning === undefined && started && unsavedCount(view) > 0) {
      saveTimer = setTimeout(() => void saveNow(), afterMs)
    }
  }
  const takeLeft = async (left: Pick<Marks, 'sent' | 'waiting'>) => {
    // The answer to a save settles all that is `sent`, so nothing may join it on its way.
    while (saveRunning !== undefined) {
      await saveRunning
    }
    if (unsavedCount(left) > 0) {
      change(takeOver(view, left))
    }
  }
  const change = (next: Marks) => {
    if (next === view) {
      return
    }
    const unsaved = unsavedCount(next) > 0
    const lost = view.saving === 'kept' || view.saving === 'refused'
    show({ ...next, saving: unsaved ? (lost ? view.saving : 'saving') : settled() })
    if (unsaved && view.saving !== 'refused') {
      planSave(SAVE_AFTER_MS)
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    view: () => view,
    mark: (ids: readonly number[], state: RollState) => change(mark(view, ids, state)),
    markAllPresent: () => change(markAllPresent(view)),
    undo: () => change(undo(view)),
    dismissRefusals: () => show(dismissRefusals(view)),
    /** Gives up what could not be saved, and asks anew how things are. */
    discard() {
      show({ ...discardUnsaved(view), saving: 'idle', failure: undefined })
      void refresh()
    },
    async refresh() {
      await loadRunning
      await refresh()
    },
    /** The line is back, or somebody looks again: tries at once. */
    wake() {
      if (view.saving === 'kept') {
        planSave(0)
      }
      void poll()
    },
    /** Sends what waits now; settles with whether everything is saved. */
    async flush(): Promise<boolean> {
      for (let tries = 0; tries < 2 && unsavedCount(view) > 0 && view.saving !== 'refused'; tries += 1) {
        await saveNow()
      }
      return unsavedCount(view) === 0
    },
    held: () => holds > 0,
    /** Others' marks wait until the answer is called: nothing moves behind an open question. */
    hold() {
      holds += 1
      let held = true
      return () => {
        holds -= held ? 1 : 0
        held = false
      }
    },
    start() {
      started = true
      show({ saving: unsavedCount(view) > 0 ? 'saving' : 'idle' })
      const close = kept.open(takeLeft)
      void poll().then(() => planSave(0))
      return () => {
        started = false
        close()
        clearTimeout(saveTimer)
        clearTimeout(pollTimer)
      }
    },
  }
}
export type RollKeeper = ReturnType<typeof keepRoll>
