import type { Birthday } from '@vestry/contract/calls/today.ts'
import { type Kysely, sql } from 'kysely'
import { dayAfter } from '../../church-time.ts'
import type { Tables } from '../../database/tables.ts'
import { nextBirthday } from './next-birthday.ts'
import { BIRTHDAY_DAYS } from './today-span.ts'

const MAX_BIRTHDAYS = 100

/**
 * The birthdays of the coming two weeks, soonest first: of everybody on a roster or, with a `sub`, of those whom this
 * person teaches.
 */
export async function listBirthdays(
  db: Kysely<Tables>,
  day: string,
  sub: string | undefined,
): Promise<Birthday[]> {
  const first = day.slice(5)
  const last = (dayAfter(day, BIRTHDAY_DAYS) ?? day).slice(5)
  const spans =
    first <= last
      ? [{ first, last }]
      : [
          { first, last: '12-31' },
          { first: '01-01', last },
        ]
  const children = await Promise.all(spans.map((span) => listBornWithin(db, span, sub)))
  return children
    .flat()
    .flatMap(({ birthdate, ...child }) => {
      const birthday = nextBirthday(birthdate, day, BIRTHDAY_DAYS)
      return birthday === undefined ? [] : [{ ...child, ...birthday }]
    })
    .slice(0, MAX_BIRTHDAYS)
}

/**
 * Those who were born in a part of any year, both days included; somebody born on a leap day also counts on the day
 * before.
 */
async function listBornWithin(
  db: Kysely<Tables>,
  { first, last }: { first: string; last: string },
  sub: string | undefined,
) {
  const birthday = sql<string>`substr(birthdate, 6)`
  return await db
    .selectFrom('attendee')
    .select(['id as attendee_id', 'first_name', 'last_name', 'birthdate'])
    .where(birthday, '>=', first)
    .where(birthday, '<=', last === '02-28' ? '02-29' : last)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('roster')
          .select('roster.series_id')
          .whereRef('roster.attendee_id', '=', 'attendee.id')
          .$if(sub !== undefined, (own) =>
            own
              .innerJoin('class_session', 'class_session.series_id', 'roster.series_id')
              .innerJoin('class_teacher', 'class_teacher.class_id', 'class_session.id')
              .where('class_teacher.sub', '=', sub ?? ''),
          ),
      ),
    )
    .orderBy(birthday)
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('id')
    .limit(MAX_BIRTHDAYS)
    .execute()
}
