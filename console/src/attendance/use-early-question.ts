import { useRef } from 'react'
import { churchToday } from '../api/church-day.ts'
import { currentLanguage, t } from '../messages/messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import { formatDate } from '../ui/wall-clock.ts'
import type { RollCallStore } from './roll-call-store.ts'
import { countStates } from './roll-marks.ts'

/**
 * Runs work that marks a class, at once if the day of the class has come. Before the first mark in a class on a later
 * day it asks, once for as long as the screen is open; other work that comes before the answer is dropped.
 */
export function useEarlyQuestion(store: RollCallStore): (work: () => void) => void {
  const asked = useRef<'no' | 'open' | 'yes'>('no')
  return (work) => {
    if (asked.current === 'open') {
      return
    }
    if (asked.current === 'yes' || !isEarly(store)) {
      work()
      return
    }
    asked.current = 'open'
    void ask(store).then((sure) => {
      asked.current = sure ? 'yes' : 'no'
      if (sure) {
        work()
      }
    })
  }
}

/** Whether nobody is marked yet, in a class whose day has not come at the church. */
function isEarly(store: RollCallStore): boolean {
  const view = store.view()
  const { present, absent } = countStates(view)
  return present + absent === 0 && (view.roll?.session_datetime.slice(0, 10) ?? '') > churchToday()
}

async function ask(store: RollCallStore): Promise<boolean> {
  const { title = '', session_datetime = '' } = store.view().roll ?? {}
  const release = store.hold()
  try {
    return await confirm({
      title: t('attendance.early.question'),
      message: t('attendance.early.text', { title, date: formatDate(session_datetime, currentLanguage()) }),
      yes: t('attendance.early.yes'),
      no: t('attendance.cancel'),
    })
  } finally {
    release()
  }
}
