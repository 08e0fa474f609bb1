import { lostSince, onLineChange } from '../api/line.ts'
import { keepTodaysRolls } from '../api/offline/keep-todays-rolls.ts'
import { listKeptRolls } from '../api/offline/kept-rolls.ts'
import { noteUnsent } from '../api/offline/unsent-count.ts'
import { queryClient } from '../api/query-client.ts'
import { currentUserId, onSessionChange } from '../auth/session.ts'
import { church } from '../console-config.ts'
import { loadMessages, t } from '../messages/messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import { askBeforeSignOut } from '../ui/guarded-history.ts'
import { callRoll } from './attendance-calls.ts'
import { keptWork } from './kept-in-roll.ts'
import type { CallRoll } from './roll-call-store.ts'
import { countUnsent, describeUnsent, discardUnsent, sendUnsent } from './unsent-work.ts'

/** For how long the rolls that a device has kept are taken for new, in ms. */
const NEW_FOR = 10 * 60_000
/** When it is tried again after a failure. */
const AGAIN_AFTER = 60_000
const LOOK_EVERY = 5000
/** Whoever signs out waits for no longer than this until what is unsent has gone out. */
const LEAVING_WAITS = 3000
const MOST_NAMED = 5

/**
 * Works for mornings without a line, whatever page is open: today's rolls are kept on this device, and what closed
 * screens have left is sent.
 */
export function workOffline(): void {
  let kept = { sub: '', at: 0 }
  let sending: Promise<void> | undefined
  let swept: string | undefined

  async function keepRolls(sub: string) {
    const old = sub !== kept.sub || Date.now() - kept.at > NEW_FOR
    if (!old || document.visibilityState !== 'visible' || !church().parts.includes('sundaySchool')) {
      return
    }
    kept = { sub, at: Date.now() }
    try {
      await keepTodaysRolls(sub)
    } catch {
      kept = { sub, at: Date.now() - NEW_FOR + AGAIN_AFTER }
    }
  }

  /** Sends what is left, once at a time; what fails is tried again with the next look. */
  function sendLeft(sub: string): Promise<void> {
    const browser = { storage: localStorage, locks: navigator.locks }
    const call: CallRoll = async (call, input) => {
      if (currentUserId() !== sub) {
        throw new Error('Somebody else is signed in now.')
      }
      return await callRoll(call, input)
    }
    sending ??= sendUnsent(browser, sub, call).finally(() => {
      sending = undefined
      void queryClient.invalidateQueries({ queryKey: keptWork.queryKey })
    })
    return sending
  }

  async function look() {
    const sub = currentUserId()
    if (sub === undefined) {
      noteUnsent(0)
      return
    }
    if (sub !== swept) {
      // What is older than last night goes, whatever page is open.
      swept = sub
      await listKeptRolls(sub, Date.now()).catch(() => [])
    }
    if (lostSince() === undefined) {
      await Promise.all([(await countUnsent(localStorage, sub)) > 0 && sendLeft(sub), keepRolls(sub)])
    }
    noteUnsent(await countUnsent(localStorage, sub))
  }

  /** Whether the person may sign out: what is unsent is sent, or else stays or goes as they say. */
  async function settle(): Promise<boolean> {
    const sub = currentUserId()
    if (sub === undefined || (await countUnsent(localStorage, sub)) === 0) {
      return true
    }
    const tooLong = new Promise((resolve) => setTimeout(resolve, LEAVING_WAITS))
    await Promise.race([sendLeft(sub), tooLong])
    await loadMessages('sunday-school')
    const left = await describeUnsent(localStorage, sub)
    if (left.length === 0) {
      return true
    }
    const more = left.length - MOST_NAMED
    const named = left.slice(0, MOST_NAMED).join(', ')
    const answer = await confirm({
      title: t('attendance.unsent.question', { count: left.length }),
      message: more > 0 ? `${named}. ${t('attendance.refused.more', { count: more })}` : `${named}.`,
      yes: t('attendance.unsent.yes'),
      no: t('attendance.unsent.no'),
      choice: {
        label: t('attendance.unsent.choice'),
        value: 'keep',
        options: [
          {
            value: 'keep',
            label: t('attendance.unsent.keep'),
            detail: t('attendance.unsent.keepDetail'),
          },
          { value: 'discard', label: t('attendance.unsent.discard') },
        ],
      },
    })
    if (answer !== false && answer.choice === 'discard') {
      await discardUnsent(localStorage, sub)
    }
    return answer !== false
  }

  const lookNow = () => void look()
  onSessionChange(lookNow)
  onLineChange(lookNow)
  document.addEventListener('visibilitychange', lookNow)
  setInterval(lookNow, LOOK_EVERY)
  askBeforeSignOut(settle)
  lookNow()
}
