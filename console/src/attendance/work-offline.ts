import { callApi } from '../api/call-api.ts'
import { lostSince, onLineChange } from '../api/line.ts'
import { keepTodaysRolls } from '../api/offline/keep-todays-rolls.ts'
import { listKeptRolls } from '../api/offline/kept-rolls.ts'
import { noteUnsent, unsentCount } from '../api/offline/unsent-count.ts'
import { queryClient } from '../api/query-client.ts'
import { currentUserId, onSessionChange } from '../auth/session.ts'
import { church } from '../console-config.ts'
import { loadMessages, t } from '../messages/messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import { askBeforeSignOut } from '../ui/guarded-history.ts'
import { callRoll } from './attendance-calls.ts'
import { keptWork } from './kept-in-roll.ts'
import { placesOf } from './mark-places.ts'
import type { CallRoll } from './roll-call-store.ts'
import { findOpenRolls, sayOpenRolls } from './say-open-rolls.ts'
import { countUnsent, describeUnsent, discardUnsent, sendUnsent } from './unsent-work.ts'

/** For how long the rolls that a device has kept are taken for new, in ms. */
const NEW_FOR = 10 * 60_000
/** When it is tried again after a failure. */
const AGAIN_AFTER = 60_000
const LOOK_EVERY = 5000
/** Whoever signs out waits for no longer than this until what is unsent has gone out. */
const LEAVING_WAITS = 3000
const MOST_NAMED = 5
/** A roll that is put away sends its last marks in less than this. */
const SENT_WITHIN = 1000

/**
 * Works for mornings without a line, whatever page is open: today's rolls are kept on this device, what closed screens
 * have left is sent, and the server is told which rolls are open here.
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
      requireSame(sub)
      return await callRoll(call, input)
    }
    sending ??= sendUnsent(browser, sub, call).finally(() => {
      sending = undefined
      void queryClient.invalidateQueries({ queryKey: keptWork.queryKey })
    })
    return sending
  }

  /**
   * Tells which rolls are open here; of those that nobody looks at, only what they have not sent. A failure costs nothing:
   * it is told again.
   */
  async function tellOpenRolls(sub: string, looking: boolean) {
    if (lostSince() !== undefined) {
      return
    }
    const browser = { storage: localStorage, locks: navigator.locks }
    // A page that is put away has no time to look for what it keeps.
    const left = !looking && unsentCount() + placesOf(localStorage, sub).length === 0
    await sayOpenRolls(localStorage, sub, left ? [] : await findOpenRolls(browser, sub, looking), {
      now: Date.now(),
      call: async (body) => {
        requireSame(sub)
        await callApi('PUT /attendance/open-rolls', { body, keepalive: true })
      },
    })
  }

  async function look() {
    const sub = currentUserId()
    if (sub === undefined) {
      noteUnsent(0)
      return
    }
    tellOpenRolls(sub, document.visibilityState === 'visible').catch(() => undefined)
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
    const leaves = sub === undefined || (await settleUnsent(sub))
    if (sub !== undefined && leaves) {
      await orTooLong(tellOpenRolls(sub, false).catch(() => undefined))
    }
    return leaves
  }

  async function settleUnsent(sub: string): Promise<boolean> {
    if ((await countUnsent(localStorage, sub)) === 0) {
      return true
    }
    await orTooLong(sendLeft(sub))
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
  document.addEventListener('visibilitychange', () => {
    lookNow()
    // What was marked last is sent by then, and the roll is left.
    setTimeout(lookNow, SENT_WITHIN)
  })
  setInterval(lookNow, LOOK_EVERY)
  askBeforeSignOut(settle)
  lookNow()
}

function requireSame(sub: string): void {
  if (currentUserId() !== sub) {
    throw new Error('Somebody else is signed in now.')
  }
}

async function orTooLong(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, LEAVING_WAITS))])
}
