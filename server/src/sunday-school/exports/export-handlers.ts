import type { exportRoutes } from '@vestry/contract/calls/exports.ts'
import { EXPORT_PARTS } from '@vestry/contract/rules/export-rules.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { churchDay, wallClockAt } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { ApiError } from '../../http/api-errors.ts'
import { may } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { pagesOf, wholePagesOf } from '../../http/table-file.ts'
import { createListSender } from '../../reports/send-list.ts'
import { formatMessage } from '../../server-messages.ts'
import { listAbsences } from '../absences/planned-absence-sql.ts'
import { stateOf } from '../attendance/current-record-sql.ts'
import { findAttendee } from '../attendees/attendees-sql.ts'
import { listClaimsOf } from '../claims/claims-sql.ts'
import { listCallsFor } from '../door/parent-calls-sql.ts'
import { listStays } from '../door/stays-sql.ts'
import { findCare } from '../families/child-families-sql.ts'
import { findCollectors } from '../families/collectors-sql.ts'
import { listEntries } from '../follow-ups/follow-up-sql.ts'
import { findPhoto } from '../photos/photo-sql.ts'
import { countAttendees } from '../rosters/roster-sql.ts'
import { childPage } from './child-page.ts'
import { countSecondFamilies, familyHeaders, findFamilyCells } from './exported-families.ts'
import {
  type AttendeeRow,
  countAttendance,
  countRows,
  countStays,
  listRecorded,
  listSources,
  listTitles,
  pageAttendees,
  pageRosters,
  type RosterRow,
} from './exports-sql.ts'
import { attendanceColumns, childColumns, stayColumns } from './list-columns.ts'

/**
 * The calls that give lists and a child's data as files. The audit trail records each before its first byte is sent.
 */
export function createExportHandlers({
  database: { sql: db, longReads },
  auditLog,
  clock,
  timeZone,
  keepsFamilies,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  /** The church's time zone. */
  timeZone: () => string
  /** Whether the church keeps families; otherwise no list has them. */
  keepsFamilies: () => boolean
}): Handlers<typeof exportRoutes> {
  const sendList = createListSender(auditLog)

  return {
    attendees: async ({ query: { format, language, with: asked = [], attendee_ids: ids }, ...actor }) => {
      const parts = EXPORT_PARTS.filter((part) => asked.includes(part))
      const { headers, cellsOf } = childColumns(language, parts)
      const hasFamilies = asked.includes('families') && keepsFamilies()
      const today = churchDay(clock, timeZone())
      const rows = ids ? await countAttendees(longReads, ids) : await countRows(longReads, 'attendee')
      return await sendList(actor, {
        format,
        rows: hasFamilies ? rows + (await countSecondFamilies(longReads, ids)) : rows,
        of: { list: 'attendees', with: hasFamilies ? [...parts, 'families'] : parts },
        title: formatMessage(language, 'lists.attendees'),
        headers: hasFamilies ? [...headers, ...familyHeaders(language)] : headers,
        pages: wholePagesOf(
          (after: AttendeeRow | undefined, limit) => pageAttendees(longReads, after, limit, ids),
          async (children) => {
            if (!hasFamilies) {
              return children.map(cellsOf)
            }
            const familiesOf = await findFamilyCells(longReads, language, today, children)
            return children.flatMap((child) =>
              familiesOf(child).map((family) => [...cellsOf(child), ...family]),
            )
          },
        ),
      })
    },

    rosters: async ({ query: { format, language, with: asked = [] }, ...actor }) => {
      const { headers, cellsOf } = childColumns(language, asked)
      return await sendList(actor, {
        format,
        rows: await countRows(longReads, 'roster'),
        of: { list: 'rosters', with: asked },
        title: formatMessage(language, 'lists.rosters'),
        headers: [formatMessage(language, 'lists.class'), ...headers],
        pages: pagesOf(
          (after, limit) => pageRosters(longReads, after, limit),
          (child: RosterRow) => [child.title, ...cellsOf(child)],
        ),
      })
    },

    attendance: async ({ query: { format, language, ...days }, ...actor }) => {
      return await sendList(actor, {
        format,
        rows: await countAttendance(longReads, days),
        of: { list: 'attendance', ...days },
        title: formatMessage(language, 'lists.attendance'),
        ...attendanceColumns(longReads, language, days),
      })
    },

    stays: async ({ query: { format, language, ...days }, ...actor }) => {
      return await sendList(actor, {
        format,
        rows: await countStays(longReads, days),
        of: { list: 'stays', ...days },
        title: formatMessage(language, 'lists.stays'),
        ...stayColumns(longReads, language, { ...days, timeZone: timeZone() }),
      })
    },

    child: async ({ query: { attendee_id, language }, caller, address }) => {
      const child = await findAttendee(db, attendee_id)
      if (!child) {
        throw new ApiError('not_found', 'There is no such attendee; it may have been deleted.')
      }
      const today = churchDay(clock, timeZone())
      const [photo, classes, records, absences, followUps, claims, sources, care, adults, stays, calls] =
        await Promise.all([
          findPhoto(db, attendee_id),
          listTitles(db, attendee_id),
          listRecorded(db, attendee_id),
          listAbsences(db, attendee_id),
          listEntries(db, [attendee_id]),
          listClaimsOf(db, attendee_id),
          listSources(db, attendee_id),
          findCare(db, attendee_id),
          findCollectors(db, [attendee_id], today),
          listStays(db, { sub: caller.sub, now: clock.now() }, (stay) =>
            stay('attendee_id', '=', attendee_id),
          ),
          listCallsFor(db, attendee_id),
        ])
      const tellsDetail = may(caller, 'safeguarding') && care.need_detail !== ''
      if (tellsDetail) {
        await auditLog.recordChange(db, {
          kind: 'safeguarding_read',
          records: [`attendee/${attendee_id}`],
          caller,
          address,
        })
      }
      await auditLog.recordChange(db, {
        kind: 'attendee_exported',
        records: [`attendee/${attendee_id}`],
        caller,
        address,
      })
      return childPage({
        language,
        today,
        child,
        photo: photo?.large,
        classes,
        records: records.map((record) => ({ ...record, state: stateOf(record) })),
        absences,
        followUps,
        claims,
        collectors: adults.map(({ family_name, first_name, last_name, rule }) => ({
          family: family_name,
          name: `${first_name} ${last_name}`.trim(),
          rule,
        })),
        stays: stays
          .toSorted((one, other) => other.arrived - one.arrived)
          .map(({ arrived, class_title, brought_by, gone }) => ({
            arrived: wallClockAt(arrived, timeZone()),
            title: class_title,
            brought_by,
            gone: gone === null ? '' : wallClockAt(gone.at, timeZone()),
            gone_to: gone?.to ?? '',
          })),
        calls: calls.map(({ at, ...call }) => ({ ...call, at: wallClockAt(at, timeZone()) })),
        care: tellsDetail ? care : { ...care, need_detail: '' },
        sources,
      })
    },
  }
}
