import type { reportRoutes } from '@vestry/contract/calls/reports.ts'
import { MAX_NAMED_GUESTS } from '@vestry/contract/rules/report-rules.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { createListSender } from '../../reports/send-list.ts'
import { createReports, type ReportParts } from './create-reports.ts'
import { attendanceTable, childTable, guestTable, registerTable, teacherTable } from './report-tables.ts'

/** The calls about reports. A file has the numbers of the page, and whoever sees the page may have it. */
export function createReportHandlers({
  auditLog,
  ...parts
}: ReportParts & { auditLog: AuditLog }): Handlers<typeof reportRoutes> {
  const reports = createReports(parts)
  const sendList = createListSender(auditLog)
  const daysOf = ({ from, to }: { from: string; to: string }) => ({ from, to })
  const classOf = (series_id: number | undefined) => series_id && { record: `series/${series_id}` }

  return {
    attendance: ({ query, caller }) => reports.attendance(query, caller),
    attendanceFile: async ({ query: { table, format, language, ...query }, ...actor }) => {
      const report = await reports.attendance(query, actor.caller)
      return await sendList(actor, {
        format,
        of: { list: 'attendance report', ...classOf(query.series_id), ...daysOf(query) },
        ...attendanceTable(report, { table, step: query.step, language }),
      })
    },

    child: ({ query, caller }) => reports.child(query, caller),
    childFile: async ({ query: { table, format, language, ...query }, ...actor }) => {
      const report = await reports.child(query, actor.caller)
      return await sendList(actor, {
        format,
        of: { list: 'child report', record: `attendee/${query.attendee_id}`, ...daysOf(query) },
        ...childTable(report, { table, step: query.step, language }),
      })
    },

    guests: ({ query, caller }) => reports.guests(query, caller, MAX_NAMED_GUESTS),
    guestFile: async ({ query: { table, format, language, ...query }, ...actor }) => {
      const report = await reports.guests(query, actor.caller, Number.POSITIVE_INFINITY)
      return await sendList(actor, {
        format,
        of: { list: table === 'guests' ? 'guests' : 'guest report', ...daysOf(query) },
        ...guestTable(report, { table, step: query.step, language }),
      })
    },

    register: ({ query, caller }) => reports.register(query, caller),
    registerFile: async ({ query: { format, language, ...query }, ...actor }) => {
      const register = await reports.register(query, actor.caller)
      return await sendList(actor, {
        format,
        of: { list: 'register', ...classOf(query.series_id), ...daysOf(query) },
        ...registerTable(register, language),
      })
    },

    teachers: ({ query }) => reports.teachers(query),
    teacherFile: async ({ query: { format, language, ...query }, ...actor }) =>
      await sendList(actor, {
        format,
        of: { list: 'teacher report', ...daysOf(query) },
        ...teacherTable(await reports.teachers(query), language),
      }),
  }
}
