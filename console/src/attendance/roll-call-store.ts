import type { Call, CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import type { Roll } from '@vestry/contract/calls/attendance.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import type { PendingMarks } from './pending-marks.ts'
import {
  adopt,
  asOperations,
  discardRefused,
  dismissRefusals,
  emptyMarks,
  hasUnsent,
  type Marks,
  mark,
  markAllPresent,
  nextCall,
  receiveRoll,
  receiveSaved,
  refusedIds,
  send,
  setAside,
  stamp,
  takeOver,
  tryAgain,
  undo,
  unsavedCount,
} from './roll-marks.ts'
import { rollCallOf } from './roll-reads.ts'

/** The state of saving. `kept`: it failed, or the line is lost, and it is tried again; `refused`: only refused marks are left. */
export type Saving = 'idle' | 'saving' | 'saved' | 'kept' | 'refused'

export type RollView = Marks & {
  saving: Saving
  /** Why the roll can't be loaded. */
  failure: Error | undefined
  /** Why the marks that were refused last were refused. */
  refusal: Error | undefined
  /** The last reload got no response: what is shown may be old. */
  lost: boolean
  /** When this device had what is shown, if that is the roll that it has kept, in ms by its clock. */
  keptAt: number | undefined
  /** The browser has refused to keep the unsaved marks: they are lost with this page. */
  unkept: boolean
}

export type CallRoll = <C extends Call>(call: C, input: CallInput<C>) => Promise<CallAnswer<C>>

type RollAnswer = CallAnswer<'GET /attendance/roll-call'>

/** A roll that was asked for before its screen is drawn; `known`: the answer, if it has come by then. */
export type FirstRoll = { answer: Promise<RollAnswer>; known: RollAnswer | undefined }

/** The roll as the device keeps it for when there is no line. */
export type KeepsRoll = {
  keep(kept: { roll: Roll; revision: string }): void
  find(): Promise<{ roll: Roll; at: number } | undefined>
  /** After how long without an answer that roll is better than none, in ms. */
  patience(): number
  /** The person may no longer see the class. */
  forget(): void
}

const SAVE_AFTER_MS = 600
const POLL_EVERY_MS = 3000
const RETRY_AFTER_MS = [1500, 3000, 6000, 12_000]

/**
 * Keeps the roll of one class in step with the server: it collects marks and sends them in one call a moment later,
 * never two calls at a time; tries again while there is no connection; and looks for others' marks where nobody tells
 * of them.
 */
export function createRollCallStore(options: {
  classId: number
  call: CallRoll
  first?: FirstRoll | undefined
  pending: PendingMarks
  device: KeepsRoll
  /** Whether a failure may pass by itself. */
  isTemporary: (error: unknown) => boolean
  /** Whether the page is being looked at. */
  looking: () => boolean
  /** The present revision of the roll, if it is told. */
  told: () => string | undefined
}) {
  const { classId, call, pending, device } = options
  let { first } = options
  let view: RollView = {
    ...(first?.known === undefined ? emptyMarks : receiveRoll(emptyMarks, first.known)),
    saving: 'idle',
    failure: undefined,
    refusal: undefined,
    lost: false,
    keptAt: undefined,
    unkept: false,
  }
  const listeners = new Set<() => void>()
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let saveRunning: Promise<void> | undefined
  let loadRunning: Promise<boolean> | undefined
  /** Grows with every response to a save: a roll that was requested before is older than what is known. */
  let answered = 0
  /** How many saves in a row got no response. */
  let failures = 0
  /** The revision that was told when the roll was asked for last. */
  let heard: string | undefined
  let holds = 0
  let onDevice: Roll | undefined
  let started = false
  /** Whether anything was marked here that is saved by now. */
  let marked = false

  const savingOf = (marks: Marks): Saving => {
    if (hasUnsent(marks)) {
      return failures > 0 || device.patience() === 0 ? 'kept' : 'saving'
    }
    if (marks.waiting.size > 0) {
      return 'refused'
    }
    return marked ? 'saved' : 'idle'
  }
  const show = (next: Partial<Omit<RollView, 'saving' | 'unkept'>>) => {
    const after = { ...view, ...next }
    const changed = view.sent !== after.sent || view.waiting !== after.waiting
    const unkept = changed || view.unkept ? !pending.write(after) : false
    view = { ...after, unkept, saving: savingOf(after) }
    for (const listener of listeners) {
      listener()
    }
  }

  /** Returns whether there was a response. */
  const load = async () => {
    const asked = answered
    const since = view.revision
    const late = setTimeout(() => void showKept(), device.patience())
    try {
      const read = rollCallOf(classId, since)
      const early = first?.answer
      first = undefined
      const answer = await (early ?? call(read.call, { query: read.query }))
      if (asked === answered && started) {
        receive(answer)
      } else {
        heard = undefined
      }
      return true
    } catch (error) {
      heard = undefined
      const failure = error as Error
      if (options.isTemporary(error)) {
        if (!(await showKept())) {
          show({ lost: true, ...(view.roll === undefined && { failure }) })
        }
      } else {
        device.forget()
        // A person who may no longer see the class must not see its children either; unsaved marks are kept.
        show({ lost: false, failure, roll: undefined, revision: undefined })
      }
      return false
    } finally {
      clearTimeout(late)
    }
  }
  /** Shows the roll that this device has kept where nothing is shown yet. Returns whether it did. */
  const showKept = async (): Promise<boolean> => {
    const kept = view.roll === undefined ? await device.find() : undefined
    if (kept === undefined || view.roll !== undefined || !started) {
      return false
    }
    // Without a revision, the whole roll comes as soon as there is a line.
    const received = receiveRoll(view, { revision: '', roll: kept.roll })
    show({ ...received, revision: undefined, keptAt: kept.at, lost: true, failure: undefined })
    return true
  }
  const receive = (answer: RollAnswer) => {
    const next = receiveRoll(view, answer)
    const changed = next !== view
    if (changed || view.lost || view.failure !== undefined) {
      show({ ...next, lost: false, failure: undefined, keptAt: undefined })
    }
    keepOnDevice()
    if (changed && refusedIds(next).length > 0) {
      // The class has changed since its marks were refused, so it may accept them now.
      sendAgain()
    }
  }
  const keepOnDevice = () => {
    const { roll, revision } = view
    if (roll !== undefined && revision !== undefined && roll !== onDevice) {
      onDevice = roll
      device.keep({ roll, revision })
    }
  }
  /** Loads the roll now, or waits for a response that is on its way. */
  const refresh = () => {
    loadRunning ??= load().finally(() => {
      loadRunning = undefined
    })
    return loadRunning
  }
  /** Loads the roll as it is from now on, since a response that is on its way may be older. */
  const loadAnew = async () => {
    await loadRunning
    return await refresh()
  }
  /** Whether there may be others' marks: always where nobody tells. What is being saved here is told here too. */
  const isOld = () => {
    const told = options.told()
    if (told !== undefined && saveRunning !== undefined) {
      return false
    }
    const isNew = told === undefined || (told !== heard && told !== view.revision)
    heard = told
    return isNew || view.lost || view.roll === undefined
  }
  const poll = async () => {
    clearTimeout(pollTimer)
    if (holds === 0 && options.looking() && isOld()) {
      await refresh()
    }
    if (started) {
      clearTimeout(pollTimer)
      pollTimer = setTimeout(() => void poll(), POLL_EVERY_MS)
    }
  }

  const save = async () => {
    show(send(view, pending.device))
    const sent = nextCall(view.sent)
    if (sent === undefined) {
      return
    }
    try {
      const answer = await call('POST /attendance/operations', { body: asOperations(sent, classId) })
      answered += 1
      failures = 0
      show(receiveSaved(view, sent, answer))
      keepOnDevice()
    } catch (error) {
      // An earlier try without a response may have made the marks that are refused now: only the roll can tell.
      const known = !options.isTemporary(error) && (failures === 0 || (await loadAnew()))
      failures = known ? 0 : failures + 1
      show(known ? { ...setAside(view), refusal: error as Error } : {})
    }
  }
  const saveNow = () => {
    clearTimeout(saveTimer)
    saveRunning ??= save().finally(() => {
      saveRunning = undefined
      planSave(failures === 0 ? 0 : (RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length) - 1] ?? 0))
    })
    return saveRunning
  }
  /** Sends what is waiting after a delay; whatever was planned before is cancelled. */
  const planSave = (afterMs: number) => {
    clearTimeout(saveTimer)
    if (saveRunning === undefined && started && hasUnsent(view)) {
      saveTimer = setTimeout(() => void saveNow(), afterMs)
    }
  }
  const sendAgain = () => {
    show(tryAgain(view))
    planSave(0)
  }
  const takeLeft = async (left: Pick<Marks, 'sent' | 'waiting'>) => {
    // The response to a save settles everything that is `sent`, so nothing may be added to it meanwhile.
    while (saveRunning !== undefined) {
      await saveRunning
    }
    if (unsavedCount(left) > 0) {
      change(takeOver(view, left))
    }
  }
  const change = (next: Marks) => {
    if (next !== view) {
      marked = true
      show(stamp(next, Date.now(), pending.device))
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
    /** The number under which something else is sent that is done about a child on this screen. */
    nextOperation(id: number): { device: string; number: number } {
      const marks = adopt(view, id, pending.device)
      show({ ...marks, next: marks.next + 1 })
      return { device: pending.device, number: marks.next }
    },
    /** The browser has thrown away all that it had kept. */
    async keepAgain() {
      await pending.unlock()
      pending.write(view, true)
      show({})
    },
    dismissRefusals: () => show(dismissRefusals(view)),
    /** Sends what was refused once more. */
    sendAgain,
    /** Gives up what was refused, and loads the present state. */
    discard() {
      show(discardRefused(view))
      void refresh()
    },
    refresh: loadAnew,
    /** The connection is back, or the page is looked at again: tries at once. */
    wake() {
      if (view.saving === 'kept') {
        planSave(0)
      }
      void poll()
    },
    /** Sends what is waiting now; resolves with whether everything is saved. */
    async flush(): Promise<boolean> {
      if (hasUnsent(view)) {
        await saveNow()
      }
      // Once the screen has been left, somebody else may be signed in.
      if (started && hasUnsent(view)) {
        await saveNow()
      }
      return unsavedCount(view) === 0
    },
    held: () => holds > 0,
    /** Others' marks wait until the returned function is called: nothing moves behind an open question. */
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
      const close = pending.open(takeLeft, () => show({}))
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
export type RollCallStore = ReturnType<typeof createRollCallStore>
