import type { Kysely } from 'kysely'
import { dayAfter } from '../church-time.ts'
import type { Tables } from '../database/tables.ts'
import { type Letter, renderEmail } from '../mail/render-email.ts'
import { formatMessage } from '../server-messages.ts'
import { listOpen } from '../sunday-school/follow-ups/find-tasks.ts'
import { findTeaching } from '../sunday-school/today/find-teaching.ts'
import { listUnfinished } from '../sunday-school/today/office-sql.ts'
import { DAYS_AHEAD, DAYS_BACK } from '../sunday-school/today/today-span.ts'
import type { Reader } from './reader.ts'

/** The first day of the week in which a time is. */
export function mondayOf(time: string): string {
  const day = time.slice(0, 10)
  const weekday = new Date(day).getUTCDay()
  return dayAfter(day, -((weekday + 6) % 7)) ?? day
}

/**
 * What Today shows somebody of this week, in numbers, and where to find it; undefined if nothing waits. No email names
 * a child.
 */
export async function writeWeekly(
  db: Kysely<Tables>,
  reader: Reader,
  { now, site }: { now: string; site: string },
): Promise<Letter | undefined> {
  const lines = Object.entries(await countWaiting(db, reader, now))
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `    ${formatMessage(reader.language, 'email.weekly-line', { what, count })}`)
  return lines.length === 0
    ? undefined
    : renderEmail('weekly', reader.language, { lines: lines.join('\n'), url: `${site}/today` })
}

async function countWaiting(
  db: Kysely<Tables>,
  reader: Reader,
  now: string,
): Promise<Record<string, number>> {
  const day = now.slice(0, 10)
  const { length: followUps } = await listOpen(db, reader, now)
  if (!reader.rights.includes('arrange')) {
    const { unfinished, birthdays } = await findTeaching(db, reader.sub, now)
    const ofTheWeek = birthdays.filter((birthday) => birthday.day < (dayAfter(day, DAYS_AHEAD) ?? ''))
    return { rolls: unfinished.length, followUps, birthdays: ofTheWeek.length }
  }
  const { count } = await listUnfinished(db, {
    first: `${dayAfter(day, -DAYS_BACK) ?? day}T00:00:00`,
    last: `${dayAfter(day, -1) ?? day}T23:59:59`,
  })
  return { rolls: count, followUps }
}
