import { MAX_REGISTER_CLASSES, MAX_REPORT_DAYS } from '@vestry/contract/report-rules.ts'
import type { reportRoutes } from '@vestry/contract/reports.ts'
import { churchDay, churchTime, dayAfter, daysBetween } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { ApiError } from '../../http/api-errors.ts'
import { may } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { stateOf } from '../attendance/current-record-sql.ts'
import type { DateRange } from '../calendar/calendar-sql.ts'
import { requireSeries } from '../classes/class-access.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { findErased } from '../classes/erased-tally-sql.ts'
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

/** The calls of the reports. What they count was held: it has begun, and was not cancelled. */
export function createReportHandlers({
  database: { sql: db },
  listStaff,
  clock,
  timeZone,
}: {
  database: Database
  listStaff: ListStaff
  clock: Clock
  timeZone: () => string
}): Handlers<typeof reportRoutes> {
  /** The range up to now. */
  function begunWithin(from: string, to: string): DateRange {
    const now = churchTime(clock, timeZone())
    const last = `${to}T23:59:59`
    return { first: `${from}T00:00:00`, last: last < now ? last : now }
  }

  return {
    attendance: async ({ query: { from, to, step, series_id, first_day }, caller }) => {
      requireDays(from, to)
      if (series_id !== undefined) {
        await requireSeries(db, caller, series_id)
      }
      const whose = { series_id, sub: may(caller, 'arrange') ? undefined : caller.sub }
      const today = churchDay(clock, timeZone())
      const until = from <= today && today < to ? today : to
      const before = {
        from: dayAfter(from, daysBetween(until, from) - 1) ?? from,
        to: dayAfter(from, -1) ?? from,
      }
      const [rows, earlier] = await Promise.all([
        tallySeries(db, { ...begunWithin(from, to), ...whose }, step),
        tallyAll(db, { ...begunWithin(before.from, before.to), ...whose }),
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
          .sort((one, other) => one.title.localeCompare(other.title) || one.series_id - other.series_id),
      }
    },

    register: async ({ query: { from, to, series_id }, caller }) => {
      requireDays(from, to)
      const { title } = await requireSeries(db, caller, series_id)
      const whose = { series_id, sub: may(caller, 'arrange') ? undefined : caller.sub }
      const held = { ...begunWithin(from, to), ...whose }
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

    teachers: async ({ query: { from, to } }) => {
      requireDays(from, to)
      const [rows, staff] = await Promise.all([tallyTeachers(db, begunWithin(from, to)), listStaff()])
      const names = new Map(staff.map(({ sub, name }) => [sub, name]))
      return rows
        .map((row) => ({ ...row, name: names.get(row.sub) ?? '' }))
        .sort((one, other) => one.name.localeCompare(other.name) || one.sub.localeCompare(other.sub))
    },
  }
}

function requireDays(from: string, to: string): void {
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > MAX_REPORT_DAYS) {
    throw new ApiError(
      'invalid_request',
      `to must be a date from ${from} on, and no more than ${MAX_REPORT_DAYS} days may be asked for.`,
      { field: 'to' },
    )
  }
}
