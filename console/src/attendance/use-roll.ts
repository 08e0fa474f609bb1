import { useEffect, useState, useSyncExternalStore } from 'react'
import { callApi } from '../api/call-api.ts'
import { t } from '../messages/messages.ts'
import { confirm } from '../ui/dialogs.ts'
import { useLeaveGuard } from '../ui/use-leave-guard.ts'
import { mayPass } from './attendance-calls.ts'
import { keptMarks } from './pending-marks.ts'
import { keepRoll, type RollCallStore, type RollView } from './roll-call-store.ts'
import { unsavedCount } from './roll-marks.ts'

/** A call that hangs would hold up all that come after it. */
const CALL_TAKES_AT_MOST_MS = 15_000
const LEAVING_WAITS_MS = 2500

/** The roll of one class for one person, kept in step with the server for as long as the screen stands. */
export function useRoll(classId: number, person: string): { keeper: RollCallStore; view: RollView } {
  const [keeper] = useState(() =>
    keepRoll({
      classId,
      call: (call, input) => callApi(call, { ...input, signal: AbortSignal.timeout(CALL_TAKES_AT_MOST_MS) }),
      kept: keptMarks(localStorage, navigator.locks, person, classId),
      mayPass,
      looking: () => document.visibilityState === 'visible',
    }),
  )
  const view = useSyncExternalStore(keeper.subscribe, keeper.view)

  useEffect(() => {
    const stop = keeper.start()
    const look = () => {
      if (document.visibilityState === 'visible') {
        keeper.wake()
      } else {
        // A phone that is put away may never come back to this page.
        void keeper.flush()
      }
    }
    const wake = () => keeper.wake()
    document.addEventListener('visibilitychange', look)
    addEventListener('online', wake)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', wake)
    }
  }, [keeper])

  useLeaveGuard(unsavedCount(view) > 0, () => leave(keeper))
  return { keeper, view }
}

/** Whether the page may be left: at once when the marks arrive, and otherwise if the person says so. */
async function leave(keeper: RollCallStore): Promise<boolean> {
  const release = keeper.hold()
  try {
    const tooLong = new Promise<false>((resolve) => setTimeout(() => resolve(false), LEAVING_WAITS_MS))
    if (await Promise.race([keeper.flush(), tooLong])) {
      return true
    }
    return await confirm({
      title: t('attendance.leave.title'),
      message: t('attendance.leave.text', { count: unsavedCount(keeper.view()) }),
      yes: t('attendance.leave.yes'),
      no: t('attendance.leave.no'),
    })
  } finally {
    release()
  }
}
