import type {
  AttendanceQuery,
  AttendanceReport,
  ChildQuery,
  ChildReport,
  GuestQuery,
  GuestReport,
  Register,
  RegisterQuery,
  Tally,
  TeacherQuery,
  TeacherReport,
} from '@vestry/contract/calls/reports.ts'
import { MAX_REGISTER_CLASSES } from '@vestry/contract/rules/report-rules.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Caller } from '../../http/caller.ts'
import { createReportDays } from '../../reports/report-days.ts'
import { stepOf, stepsWithin } from '../../reports/report-steps.ts'
import { stateOf } from '../attendance/current-record-sql.ts'
import { findAttendee } from '../attendees/attendees-sql.ts'
import { ownAlone, requireSeries } from '../classes/class-access.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { findErased } from '../classes/erased-tally-sql.ts'
import { addUp } from './add-up.ts'
import { listAway, listClassesOfChild } from './child-report-sql.ts'
import { findNames, listGuestVisits } from './guest-report-sql.ts'
import {
  findTitles,
  listHeld,
  listNames,
  listStates,
  tallyAll,
  tallySeries,
  tallyTeachers,
} from './report-sql.ts'
import { addUpAttendance, tallyAttendance } from './tally-attendance.ts'
import { addUpTallied, tallyClasses } from './tally-child.ts'
import { countGuests, newcomersOf } from './tally-guests.ts'

export type ReportParts = {
  database: Database
  listStaff: ListStaff
  clock: Clock
  /** The church's time zone. */
  timeZone: () => string
}

/**
 * What the reports say, as this person may see it. They count classes that were held: that have begun and were not
 * cancelled.
 */
export function createReports({ database: { sql: db }, listStaff, ...when }: ReportParts) {
  const daysOf = createReportDays(when)

  return {
    async attendance(query: AttendanceQuery, caller: Caller): Promise<AttendanceReport> {
      const { from, to, step, series_id, first_day, compare: comparison } = query
      const { held, until, before: daysBefore, heldBefore } = daysOf(from, to)
      const series = series_id === undefined ? undefined : await requireSeries(db, caller, series_id)
      const whose = { series_id, sub: ownAlone(caller) }
      const term = series && comparison === 'term' ? await findTermBefore(db, series, from) : undefined
      const before = term === undefined ? daysBefore : daysOfTerm(term)
      const [rows, earlier] = await Promise.all([
        tallyAttendance(db, { ...held, ...whose }, step),
        tallyAttendance(db, { ...whose, ...(term ?? heldBefore) }, 'year'),
      ])
      const bySeries = Map.groupBy(rows, (row) => row.series_id)
      const byStep = Map.groupBy(rows, ({ time }) => stepOf(time, step, first_day))
      const titles = await findTitles(db, [...bySeries.keys()])
      return {
        steps: stepsWithin(from, until, step, first_day).map((day) => ({
          day,
          ...addUpAttendance(byStep.get(day) ?? []),
        })),
        total: addUpAttendance(rows),
        before: { ...before, ...addUpAttendance(earlier) },
        series: [...bySeries]
          .map(([id, own]) => ({ series_id: id, title: titles.get(id) ?? '', ...addUpAttendance(own) }))
          .sort(byTitle),
      }
    },

    async child(query: ChildQuery, caller: Caller): Promise<ChildReport> {
      const { from, to, step, first_day, attendee_id } = query
      const { held, until, before, heldBefore } = daysOf(from, to)
      const child = await findAttendee(db, attendee_id)
      if (child === undefined) {
        throw new ApiError('not_found', 'There is no such attendee; it may have been deleted.')
      }
      const sub = ownAlone(caller)
      const [rows, earlier, away] = await Promise.all([
        listClassesOfChild(db, attendee_id, { ...held, sub }),
        listClassesOfChild(db, attendee_id, { ...heldBefore, sub }),
        listAway(db, attendee_id),
      ])
      const classes = tallyClasses(rows, away)
      const bySeries = Map.groupBy(classes, (one) => one.series_id)
      const byStep = Map.groupBy(classes, (one) => stepOf(one.session_datetime.slice(0, 10), step, first_day))
      const titles = await findTitles(db, [...bySeries.keys()])
      return {
        attendee_id,
        first_name: child.first_name,
        last_name: child.last_name,
        steps: stepsWithin(from, until, step, first_day).map((day) => ({
          day,
          ...addUpTallied(byStep.get(day) ?? []),
        })),
        total: addUpTallied(classes),
        before: { ...before, ...addUpTallied(tallyClasses(earlier, away)) },
        series: [...bySeries]
          .map(([id, own]) => ({ series_id: id, title: titles.get(id) ?? '', ...addUpTallied(own) }))
          .sort(byTitle),
      }
    },

    /** Only as many of the new guests are named as are asked for. */
    async guests(query: GuestQuery, caller: Caller, named: number): Promise<GuestReport> {
      const { from, to, step, first_day } = query
      const { held, until, before, heldBefore, now } = daysOf(from, to)
      const sub = ownAlone(caller)
      const both = { first: heldBefore.first, last: held.last, sub }
      const [rolls, rollsBefore, all] = await Promise.all([
        tallySeries(db, { ...held, sub }, step),
        tallyAll(db, { ...heldBefore, sub }),
        listGuestVisits(db, both, { step, begins: held.first, now }),
      ])
      const visits = all.filter(({ current }) => current)
      const visitsBefore = all.filter(({ current }) => !current)
      const visitsByStep = Map.groupBy(visits, ({ time }) => stepOf(time, step, first_day))
      const rollsByStep = Map.groupBy(rolls, ({ time }) => stepOf(time, step, first_day))
      const newest = newcomersOf(visits)
        .sort((one, other) => compare(other.earliest, one.earliest) || one.attendee_id - other.attendee_id)
        .slice(0, named)
      const names = await findNames(
        db,
        newest.map(({ attendee_id }) => attendee_id),
      )
      return {
        steps: stepsWithin(from, until, step, first_day).map((day) => ({
          day,
          ...rollsOf(addUp(rollsByStep.get(day) ?? [])),
          ...countGuests(visitsByStep.get(day) ?? []),
        })),
        total: { ...rollsOf(addUp(rolls)), ...countGuests(visits) },
        before: { ...before, ...rollsOf(rollsBefore), ...countGuests(visitsBefore) },
        guests: newest.map(({ attendee_id: id, earliest, came }) => ({
          id,
          first_name: names.get(id)?.first_name ?? '',
          last_name: names.get(id)?.last_name ?? '',
          day: earliest.slice(0, 10),
          came_again: came === 'again',
        })),
      }
    },

    async register({ from, to, series_id }: RegisterQuery, caller: Caller): Promise<Register> {
      const days = daysOf(from, to)
      const { title } = await requireSeries(db, caller, series_id)
      const held = { ...days.held, series_id, sub: ownAlone(caller) }
      const [latest, { classes }] = await Promise.all([
        listHeld(db, held, MAX_REGISTER_CLASSES),
        tallyAll(db, held),
      ])
      const sessions = latest.reverse()
      const ids = sessions.map(({ id }) => id)
      const [records, gone] = await Promise.all([listStates(db, ids), findErased(db, ids)])
      const byChild = Map.groupBy(records, ({ attendee_id }) => attendee_id)
      const children = (await listNames(db, series_id, [...byChild.keys()])).map((child) => {
        const states = new Map(byChild.get(child.id)?.map((record) => [record.class_id, stateOf(record)]))
        return { ...child, states: sessions.map(({ id }) => states.get(id) ?? 'not_recorded') }
      })
      const erased = ids.map((id) => {
        const { present = 0, absent = 0 } = gone.get(id) ?? {}
        return { present, absent }
      })
      return { series_id, title, sessions, earlier: classes - sessions.length, children, erased }
    },

    async teachers({ from, to }: TeacherQuery): Promise<TeacherReport> {
      const { held } = daysOf(from, to)
      const [rows, staff] = await Promise.all([tallyTeachers(db, held), listStaff()])
      const names = new Map(staff.map(({ sub, name }) => [sub, name]))
      return rows
        .map((row) => ({ ...row, name: names.get(row.sub) ?? '' }))
        .sort((one, other) => one.name.localeCompare(other.name) || one.sub.localeCompare(other.sub))
    },
  }
}

function rollsOf({ classes, rolls }: Tally) {
  return { classes, rolls }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function byTitle(one: { title: string; series_id: number }, other: { title: string; series_id: number }) {
  return one.title.localeCompare(other.title) || one.series_id - other.series_id
}

/** A series, with the times of its first and last class. */
type Term = { series_id: number; first: string; last: string }

/** The latest series with the same title whose last class was before a day: the term before this one. */
async function findTermBefore(
  db: Kysely<Tables>,
  { id, title }: { id: number; title: string },
  day: string,
): Promise<Term | undefined> {
  return await db
    .selectFrom('class_series')
    .innerJoin('class_session', 'class_session.series_id', 'class_series.id')
    .where('class_series.title', '=', title)
    .where('class_series.id', '!=', id)
    .where('cancelled', '=', 0)
    .groupBy('class_series.id')
    .having(({ fn }) => fn.max('session_datetime'), '<', day)
    .select(({ fn }) => [
      'class_series.id as series_id',
      fn.min('session_datetime').as('first'),
      fn.max('session_datetime').as('last'),
    ])
    .orderBy('last', 'desc')
    .orderBy('series_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function daysOfTerm({ first, last }: Term): { from: string; to: string } {
  return { from: first.slice(0, 10), to: last.slice(0, 10) }
}
