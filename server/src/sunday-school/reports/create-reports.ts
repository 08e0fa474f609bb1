import { MAX_REGISTER_CLASSES } from '@vestry/contract/report-rules.ts'
import type {
  AttendanceQuery,
  AttendanceReport,
  Register,
  RegisterQuery,
  TeacherQuery,
  TeacherReport,
} from '@vestry/contract/reports.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { type Caller, may } from '../../http/caller.ts'
import { stateOf } from '../attendance/current-record-sql.ts'
import { requireSeries } from '../classes/class-access.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { createReportDays } from './report-days.ts'
import {
  findTitles,
  listHeld,
  listNames,
  listStates,
  tallyAll,
  tallySeries,
  tallyTeachers,
} from './report-sql.ts'
import { addUp, stepOf, stepsWithin } from './report-steps.ts'

export type ReportParts = {
  database: Database
  listStaff: ListStaff
  clock: Clock
  /** The church's. */
  timeZone: () => string
}

/** What the reports say, as somebody may see it. What they count was held: it has begun, and was not cancelled. */
export function createReports({ database: { sql: db }, listStaff, ...when }: ReportParts) {
  const daysOf = createReportDays(when)

  return {
    async attendance(query: AttendanceQuery, caller: Caller): Promise<AttendanceReport> {
      const { from, to, step, series_id, first_day } = query
      const { held, until, before, heldBefore } = daysOf(from, to)
      if (series_id !== undefined) {
        await requireSeries(db, caller, series_id)
      }
      const whose = { series_id, sub: ownAlone(caller) }
      const [rows, earlier] = await Promise.all([
        tallySeries(db, { ...held, ...whose }, step),
        tallyAll(db, { ...heldBefore, ...whose }),
      ])
      const bySeries = Map.groupBy(rows, (row) => row.series_id)
      const byStep = Map.groupBy(rows, ({ time }) => stepOf(time, step, first_day))
      const titles = await findTitles(db, [...bySeries.keys()])
      return {
        steps: stepsWithin(from, until, step, first_day).map((day) => ({
          day,
          ...addUp(byStep.get(day) ?? []),
        })),
        total: addUp(rows),
        before: { ...before, ...earlier },
        series: [...bySeries]
          .map(([id, own]) => ({ series_id: id, title: titles.get(id) ?? '', ...addUp(own) }))
          .sort(byTitle),
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
      const records = await listStates(
        db,
        sessions.map(({ id }) => id),
      )
      const byChild = Map.groupBy(records, ({ attendee_id }) => attendee_id)
      const children = (await listNames(db, series_id, [...byChild.keys()])).map((child) => {
        const states = new Map(byChild.get(child.id)?.map((record) => [record.class_id, stateOf(record)]))
        return { ...child, states: sessions.map(({ id }) => states.get(id) ?? 'not_recorded') }
      })
      return { series_id, title, sessions, earlier: classes - sessions.length, children }
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

/** Those who arrange no classes see their own alone. */
function ownAlone(caller: Caller): string | undefined {
  return may(caller, 'arrange') ? undefined : caller.sub
}

function byTitle(one: { title: string; series_id: number }, other: { title: string; series_id: number }) {
  return one.title.localeCompare(other.title) || one.series_id - other.series_id
}
