import { useEffect, useState, useSyncExternalStore } from 'react'
import { followRoll, toldRevision } from '../api/news/told-news.ts'
import { t } from '../messages/messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { callRoll, isTemporary } from './attendance-calls.ts'
import { takeFirstRoll } from './first-roll.ts'
import { keptMarks, type Marker, pendingMarks } from './pending-marks.ts'
import { createRollCallStore, type RollCallStore, type RollView } from './roll-call-store.ts'
import { unsavedCount } from './roll-marks.ts'
import { rollOnDevice } from './roll-on-device.ts'

const LEAVING_WAITS_MS = 2500
const NOTICED_WITHIN_MS = 1000

/** The roll of one class for one person, kept in step with the server for as long as the screen is open. */
export function useRoll(classId: number, person: Marker): RollCallStore {
  const [store] = useState(() =>
    createRollCallStore({
      classId,
      call: callRoll,
      first: takeFirstRoll(classId, person.sub),
      device: rollOnDevice(classId, person.sub),
      pending: pendingMarks(localStorage, navigator.locks, person, classId),
      isTemporary,
      looking: () => document.visibilityState === 'visible',
      told: () => toldRevision(classId),
    }),
  )
  useEffect(() => {
    const stop = store.start()
    const look = () => {
      if (document.visibilityState === 'visible') {
        store.wake()
      } else {
        // When a phone is put away, this page may never be opened again.
        void store.flush()
      }
    }
    const wake = () => store.wake()
    // All that the browser had kept is gone, with the sign-in, which may be noticed first; the keys may go last.
    const keepAgain = () => void store.keepAgain().catch(() => undefined)
    const notice = ({ key }: StorageEvent) => key === null && keepAgain()
    const watching = keptMarks.insist().then(({ onKeysGone }) => onKeysGone(keepAgain))
    document.addEventListener('visibilitychange', look)
    addEventListener('online', wake)
    addEventListener('storage', notice)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', wake)
      setTimeout(() => {
        removeEventListener('storage', notice)
        void watching.then((stop) => stop())
      }, NOTICED_WITHIN_MS)
    }
  }, [store])

  // Somebody who may not see the class is told nothing of it.
  const failed = useRollPart(store, 'failure') !== undefined
  useEffect(() => (failed ? undefined : followRoll(classId, store.wake)), [classId, store, failed])
  return store
}

/** All that is known of the roll, drawn again with every mark. */
export function useRollView(store: RollCallStore): RollView {
  return useSyncExternalStore(store.subscribe, store.view)
}

/** What changes more rarely than marks do. */
export function useRollPart<Part extends 'roll' | 'revision' | 'failure'>(
  store: RollCallStore,
  part: Part,
): RollView[Part] {
  return useSyncExternalStore(store.subscribe, () => store.view()[part])
}

/** Asks before the page is left with marks that are not saved. */
export function RollLeaveGuard({ store }: { store: RollCallStore }) {
  useLeaveGuard(unsavedCount(useRollView(store)) > 0, () => leave(store))
  return null
}

/** Whether the page may be left: at once when the marks are saved, otherwise if the person agrees. */
async function leave(store: RollCallStore): Promise<boolean> {
  const release = store.hold()
  try {
    const tooLong = new Promise<false>((resolve) => setTimeout(() => resolve(false), LEAVING_WAITS_MS))
    if (await Promise.race([store.flush(), tooLong])) {
      return true
    }
    const { unkept, ...view } = store.view()
    return await confirm({
      title: t('attendance.leave.title'),
      message: t(unkept ? 'attendance.leave.unkept' : 'attendance.leave.text', { count: unsavedCount(view) }),
      danger: unkept,
      yes: t('attendance.leave.yes'),
      no: t('attendance.leave.no'),
    })
  } finally {
    release()
  }
}
