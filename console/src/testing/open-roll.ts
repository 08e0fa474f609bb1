import { callApi } from '../api/call-api.ts'
import { isTemporary } from '../attendance/attendance-calls.ts'
import { pendingMarks } from '../attendance/pending-marks.ts'
import { createRollCallStore, type KeepsRoll, type RollCallStore } from '../attendance/roll-call-store.ts'
import { createLocks, keepsNothing, memory } from '../attendance/testing-browser.ts'

/** The roll of a class on the real server, on a screen that somebody looks at; it is not told of changes. */
export function openRoll(
  classId: number,
  { sub, storage = memory(), device = keepsNothing }: { sub: string; storage?: Storage; device?: KeepsRoll },
): { store: RollCallStore; stop: () => void } {
  const store = createRollCallStore({
    classId,
    call: callApi,
    device,
    pending: pendingMarks(storage, createLocks(), { sub, email: 'ada@vestry.test' }, classId),
    isTemporary,
    looking: () => true,
    told: () => undefined,
  })
  return { store, stop: store.start() }
}
