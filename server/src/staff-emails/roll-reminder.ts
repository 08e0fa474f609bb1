import { MESSAGE_LANGUAGES, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { Kysely } from 'kysely'
import { dayAfter } from '../church-time.ts'
import type { Tables } from '../database/tables.ts'
import { type Letter, renderEmail } from '../mail/render-email.ts'
import { findAssigned } from '../sunday-school/classes/assigned-teachers-sql.ts'
import { withoutRoll } from '../sunday-school/today/office-sql.ts'
import { listTold } from './sent-emails-sql.ts'

/** Teachers are reminded of a roll from the day after the class, and no later than on the second day. */
const DAYS_ASKED = 2

export type ClassWithoutRoll = { id: number; title: string; session_datetime: string }

/** The classes of the last days without a roll, for each teacher who has not been reminded of them. */
export async function findRollsToRemindOf(
  db: Kysely<Tables>,
  now: string,
): Promise<Map<string, ClassWithoutRoll[]>> {
  const day = now.slice(0, 10)
  const classes = await withoutRoll(db, {
    first: `${dayAfter(day, -DAYS_ASKED) ?? day}T00:00:00`,
    last: `${dayAfter(day, -1) ?? day}T23:59:59`,
  })
    .select(['class_session.id', 'title', 'session_datetime'])
    .orderBy('session_datetime')
    .orderBy('class_session.id')
    .execute()
  if (classes.length === 0) {
    return new Map()
  }
  const abouts = classes.map(({ id }) => String(id))
  const [assigned, told] = await Promise.all([findAssigned(db, classes), listTold(db, 'roll', abouts)])
  const bySub = new Map<string, ClassWithoutRoll[]>()
  for (const one of classes) {
    for (const sub of assigned.get(one.id) ?? []) {
      if (!told.get(String(one.id))?.includes(sub)) {
        bySub.set(sub, [...(bySub.get(sub) ?? []), one])
      }
    }
  }
  return bySub
}

/** Asks for these rolls; says of each the class, its time, and where the roll is. */
export function writeReminder(
  classes: readonly ClassWithoutRoll[],
  { language, site }: { language: MessageLanguage; site: string },
): Letter {
  const { dateLocale } = MESSAGE_LANGUAGES[language]
  const days = new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', dateStyle: 'full' })
  const lines = classes.map(({ id, title, session_datetime }) => {
    const when = days.format(new Date(`${session_datetime.slice(0, 19)}Z`))
    return `    ${title}, ${when}, ${session_datetime.slice(11, 16)}\n    ${site}/sunday-school/classes/history/attendance?class=${id}`
  })
  return renderEmail('roll-reminder', language, { count: classes.length, classes: lines.join('\n\n') })
}
