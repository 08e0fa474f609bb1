import type { TodayClass } from '@vestry/contract/calls/today.ts'
import { currentUserId } from '../../auth/session.ts'
import { callApi } from '../call-api.ts'
import { queryClient } from '../query-client.ts'
import { todayQuery } from '../today-query.ts'
import { keepRoll, listKeptRolls, removeKeptRoll } from './kept-rolls.ts'

/** A device is one teacher's or one office's: it has the rolls that a person can open on a morning. */
const MOST = 12
/** What the page Today has just read will do, in ms. */
const NEW_FOR = 60_000

/**
 * Keeps the rolls of today's own classes on this device, and those of no others; of rolls that are as they were nothing is
 * loaded.
 */
export async function keepTodaysRolls(sub: string): Promise<void> {
  const { now, teaching, office } = await queryClient.fetchQuery({ ...todayQuery, staleTime: NEW_FOR })
  const today = now.slice(0, 10)
  const own: TodayClass[] = [
    ...(teaching?.next ? [teaching.next] : []),
    ...(teaching?.classes ?? []),
    ...(office?.classes ?? []),
  ]
  const ids = own
    .filter(({ session_datetime, cancelled }) => session_datetime.startsWith(today) && !cancelled)
    .map(({ id }) => id)
  const before = new Map((await listKeptRolls(sub, Date.now())).map((kept) => [kept.roll.class_id, kept]))
  const wanted = new Set(ids.slice(0, MOST))
  for (const id of [...before.keys()].filter((one) => !wanted.has(one))) {
    await removeKeptRoll(sub, id)
  }
  for (const id of wanted) {
    const kept = before.get(id)
    const query = { class_id: String(id), ...(kept?.revision && { since: kept.revision }) }
    const { revision, roll } = await callApi('GET /attendance/roll-call', { query })
    const current = roll ?? kept?.roll
    if (current !== undefined && currentUserId() === sub) {
      await keepRoll(sub, { roll: current, revision, at: Date.now() }, today)
    }
  }
}
