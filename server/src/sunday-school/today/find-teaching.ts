import type { Birthday, ReturningChild, Teaching, TodayClass } from '@vestry/contract/calls/today.ts'
import type { Kysely } from 'kysely'
import { dayAfter } from '../../church-time.ts'
import type { Tables } from '../../database/tables.ts'
import { type SessionColumns, sessionAnswer } from '../classes/session-answer.ts'
import { chooseNext, isOnDayOf } from './choose-next.ts'
import { nextBirthday } from './next-birthday.ts'
import { listComing, listLatest, listMarks, listRosters, type RosterChild } from './taught-classes-sql.ts'
import { findReturning, findUnfinished, type Marks, readMarks } from './taught-series.ts'
import { BIRTHDAY_DAYS, DAYS_BACK } from './today-span.ts'

/** A teacher's series continues if a class of theirs is no further away than this. */
const CURRENT_DAYS = 28
const A_YEAR = 366

/**
 * What a teacher needs at a moment of the church's wall clock, from the classes assigned to them and from no others.
 */
export async function findTeaching(
  db: Kysely<Tables>,
  sub: string,
  now: string,
): Promise<Omit<Teaching, 'missing' | 'guests'>> {
  const day = now.slice(0, 10)
  const daysAway = (days: number) => dayAfter(day, days) ?? day
  const [coming, latest] = await Promise.all([
    listComing(db, sub, day),
    listLatest(db, sub, { first: `${daysAway(-A_YEAR)}T00:00:00`, last: `${day}T23:59:59` }),
  ])
  const [since, until] = [daysAway(-CURRENT_DAYS), daysAway(CURRENT_DAYS + 1)]
  const current = new Set(
    [...latest, ...coming]
      .filter(({ session_datetime }) => session_datetime >= since && session_datetime < until)
      .map(({ series_id }) => series_id),
  )
  const held = latest.filter(({ series_id }) => current.has(series_id))
  const [rosters, records] = await Promise.all([
    listRosters(db, [...new Set([...held, ...coming].map(({ series_id }) => series_id))]),
    listMarks(db, [...new Set([...held, ...coming].map(({ id }) => id))]),
  ])
  const marks = readMarks(records)
  const bySeries = Map.groupBy(rosters, ({ series_id }) => series_id)
  const rosterOf = (series_id: number) => bySeries.get(series_id) ?? []
  const describe = (session: SessionColumns) => describeClass(session, rosterOf(session.series_id), marks)

  const classes = coming.map(describe)
  const next = chooseNext(classes, now)
  const unfinished: SessionColumns[] = []
  const returning: ReturningChild[] = []
  for (const series_id of current) {
    const sessions = held.filter((session) => session.series_id === series_id)
    const children = new Map(rosterOf(series_id).map((child) => [child.attendee_id, child]))
    const series = { sessions, roster: [...children.keys()], marks }
    unfinished.push(...findUnfinished(series, day))
    for (const { attendee_id, session, absences } of findReturning(series)) {
      const { first_name = '', last_name = '' } = children.get(attendee_id) ?? {}
      const { title: class_title, session_datetime } = session
      returning.push({ attendee_id, first_name, last_name, class_title, session_datetime, absences })
    }
  }
  return {
    next: next ?? null,
    classes: classes.filter(
      (one) => one !== next && [now, next?.session_datetime ?? now].some((time) => isOnDayOf(one, time)),
    ),
    unfinished: unfinished
      .filter(({ session_datetime }) => session_datetime >= daysAway(-DAYS_BACK))
      .toSorted((one, other) => other.session_datetime.localeCompare(one.session_datetime))
      .map(describe),
    birthdays: birthdaysOf(
      rosters.filter(({ series_id }) => current.has(series_id)),
      day,
    ),
    returning,
  }
}

function describeClass(session: SessionColumns, roster: readonly RosterChild[], marks: Marks): TodayClass {
  const records = marks.of(session.id)
  const called = new Set([...roster, ...records].map(({ attendee_id }) => attendee_id))
  return {
    ...sessionAnswer(session),
    children: called.size,
    recorded: records.filter(({ state }) => state !== 'not_recorded').length,
    present: records.filter(({ state }) => state === 'present').length,
  }
}

/** A child may be on several rosters, but has one birthday. */
function birthdaysOf(rosters: readonly RosterChild[], day: string): Birthday[] {
  const children = new Map(rosters.map((child) => [child.attendee_id, child]))
  return [...children.values()]
    .flatMap(({ attendee_id, first_name, last_name, birthdate }) => {
      const birthday = nextBirthday(birthdate, day, BIRTHDAY_DAYS)
      return birthday === undefined ? [] : [{ attendee_id, first_name, last_name, ...birthday }]
    })
    .toSorted((one, other) => one.day.localeCompare(other.day))
}
