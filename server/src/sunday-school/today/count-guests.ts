import type { Guests } from '@vestry/contract/calls/today.ts'
import type { Kysely } from 'kysely'
import { dayAfter } from '../../church-time.ts'
import type { Tables } from '../../database/tables.ts'
import { listGuestVisits } from '../reports/guest-report-sql.ts'
import { countGuests } from '../reports/tally-guests.ts'
import { DAYS_BACK } from './today-span.ts'

/** The new guests of the last four weeks, of today too; with a `sub`, those of the classes that somebody teaches. */
export async function countLateGuests(
  db: Kysely<Tables>,
  now: string,
  sub: string | undefined,
): Promise<Guests> {
  const to = now.slice(0, 10)
  const from = dayAfter(to, 1 - DAYS_BACK) ?? to
  const first = `${from}T00:00:00`
  const visits = await listGuestVisits(db, { first, last: now, sub }, { step: 'year', begins: first, now })
  const { newcomers, came_again } = countGuests(visits)
  return { from, to, newcomers, came_again }
}
