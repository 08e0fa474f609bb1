/**
 * How a roll call, today and reports behave as sessions and records grow:
 * `node bench/class-bench.ts [--postgres] [--items 1000,100000]`. The records are ten times the sessions.
 */
import { RIGHTS, rightsOf } from '@vestry/contract/rules/rights.ts'
import { createAuditLog } from '@vestry/server/audit/audit-log.ts'
import { systemClock } from '@vestry/server/clock.ts'
import type { Database } from '@vestry/server/database/open-database.ts'
import { createAttendanceHandlers } from '@vestry/server/sunday-school/attendance/attendance-handlers.ts'
import { createReportHandlers } from '@vestry/server/sunday-school/reports/report-handlers.ts'
import { createTodayHandlers } from '@vestry/server/sunday-school/today/today-handlers.ts'
import { eachSize, readOptions } from './bench-server.ts'
import { createCallReport } from './call-report.ts'
import { addGreatClass, BUSY_TEACHER, fillClasses, TEACHER, TODAY } from './fill-classes.ts'

const PEOPLE = [BUSY_TEACHER, TEACHER].map((sub) => ({ sub, name: 'A teacher', enabled: true }))
const CALLER = { sub: 'bench', email: 'bench@vestry.test', name: undefined, role: 'Admins', rights: RIGHTS }

const options = readOptions('1000,100000')
const report = createCallReport('classes', options)
await eachSize(options, { fill: fillClasses, measure })
report.print()
await report.write()

async function measure(database: Database, sessions: number) {
  const auditLog = createAuditLog(database, systemClock)
  const calls = createAttendanceHandlers({
    database,
    auditLog,
    clock: systemClock,
    timeZone: () => 'UTC',
    listStaff: async () => PEOPLE,
    keepsDoor: () => false,
  })
  const given = { body: undefined, caller: CALLER, address: '127.0.0.1', isAwaited: () => true }
  const latest = await database.sql
    .selectFrom('attendance')
    .select(['class_id', 'session_datetime'])
    .orderBy('session_datetime', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const great = await addGreatClass(database)
  const booked = { session_datetime: latest.session_datetime, exclude_class_id: latest.class_id }
  const { sub } = await database.sql
    .selectFrom('class_teacher')
    .select('sub')
    .where('class_id', '=', latest.class_id)
    .executeTakeFirstOrThrow()
  const sunday = {
    database,
    clock: { now: () => Date.parse(`${TODAY}T09:00:00Z`) },
    timeZone: () => 'UTC',
  }
  const today = createTodayHandlers({
    ...sunday,
    keepsFamilies: () => true,
    findAdministration: () => Promise.reject(new Error('The office does not administer.')),
  })
  const todayOf = (role: string, sub: string) =>
    today.find({ ...given, query: {}, caller: { ...CALLER, role, sub, rights: rightsOf(role, {}) } })
  const reports = createReportHandlers({ ...sunday, auditLog, listStaff: async () => PEOPLE })
  const reportOf = (years: number, step: 'week' | 'year', series_id?: number) => {
    const from = years === 0 ? '2015-10-12' : `${2016 - years}-01-01`
    return reports.attendance({
      ...given,
      caller: CALLER,
      query: { from, to: TODAY, step, first_day: 1, series_id, compare: 'days' },
    })
  }
  const aChild = await database.sql
    .selectFrom('attendance')
    .select('attendee_id')
    .where('class_id', '=', latest.class_id)
    .limit(1)
    .executeTakeFirstOrThrow()
  await enrolAlways(database, aChild.attendee_id, latest.class_id)
  const childReport = (from: string, step: 'week' | 'year') =>
    reports.child({
      ...given,
      caller: CALLER,
      query: { from, to: TODAY, step, first_day: 1, ...aChild },
    })
  const guestReport = (from: string, step: 'week' | 'month') =>
    reports.guests({ ...given, caller: CALLER, query: { from, to: TODAY, step, first_day: 1 } })
  const aPage = await dayOfLatest(database, 250)
  const { revision } = await calls.findRoll({ ...given, query: { class_id: great } })
  for (const [name, run] of Object.entries({
    'the records of a class': () => calls.list({ ...given, query: { class_id: latest.class_id } }),
    'who is booked at a time': () => calls.listBooked({ ...given, query: booked }),
    'roll call of 20': () => calls.findRoll({ ...given, query: { class_id: latest.class_id } }),
    'roll call of 200': () => calls.findRoll({ ...given, query: { class_id: great } }),
    'roll call, nothing new': () => calls.findRoll({ ...given, query: { class_id: great, since: revision } }),
    'today, a teacher': () => todayOf('Teachers', sub),
    'today, a busy teacher': () => todayOf('Teachers', BUSY_TEACHER),
    'today, the office': () => todayOf('Office', 'bench'),
    'report of twelve weeks': () => reportOf(0, 'week'),
    'report of ten years': () => reportOf(10, 'year'),
    'report of ten years, a class': () => reportOf(10, 'year', 1),
    'report of ten years, who taught': () =>
      reports.teachers({ ...given, query: { from: '2006-01-01', to: TODAY } }),
    'report of a child, twelve weeks': () => childReport('2015-10-12', 'week'),
    'report of a child, ten years': () => childReport('2006-01-01', 'year'),
    'report of guests, 250 classes and 250 before': () => guestReport(aPage, 'month'),
    'report of guests, twelve weeks': () => guestReport('2015-10-12', 'week'),
  })) {
    await report.measure(name, sessions, run)
  }
}

/** Puts a child on the roster of a class's series, as if it had always been there. */
async function enrolAlways({ sql }: Database, attendee_id: number, class_id: number) {
  const { series_id } = await sql
    .selectFrom('class_session')
    .select('series_id')
    .where('id', '=', class_id)
    .executeTakeFirstOrThrow()
  await sql
    .insertInto('roster')
    .values({ series_id, attendee_id })
    .onConflict((there) => there.doNothing())
    .execute()
}

/** The day from which on there were this many classes: the page is the same, however many classes there are in all. */
async function dayOfLatest({ sql }: Database, classes: number): Promise<string> {
  const { session_datetime } = await sql
    .selectFrom('class_session')
    .select('session_datetime')
    .where('session_datetime', '<', TODAY)
    .orderBy('session_datetime', 'desc')
    .offset(classes - 1)
    .limit(1)
    .executeTakeFirstOrThrow()
  return session_datetime.slice(0, 10)
}
