import type {
  AttendanceFile,
  AttendancePlan,
  attendanceImportRoutes,
  SavedAttendance,
} from '@vestry/contract/calls/attendance-imports.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import {
  addClasses,
  findKnownChildren,
  findKnownClasses,
  findKnownRecords,
  insertAttendanceRows,
  saveImportedMarks,
} from './attendance-import-sql.ts'
import { findImport, insertImport } from './imports-sql.ts'
import { findTargets, type GoodMark, planChild, planMarks, type TargetClass } from './plan-marks.ts'

/** The calls that import attendance from files. `timeZone` is the church's: nobody has come to a class of tomorrow. */
export function createAttendanceImportHandlers({
  database,
  auditLog,
  clock,
  timeZone,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  timeZone: () => string
}): Handlers<typeof attendanceImportRoutes> {
  /** Preview and import are this one function. */
  async function plan(
    db: Kysely<Tables>,
    given: AttendanceFile,
  ): Promise<AttendancePlan & { good: GoodMark[] }> {
    refuseMissingPlaces(given)
    const file = joinTitles(given)
    const known = await findKnownChildren(db, file.children)
    const children = file.children.map((child) => planChild(child, known))
    const targets = findTargets(file, await findKnownClasses(db, file), churchDay(clock, timeZone()))
    const classes = [...new Set(targets.filter((target) => typeof target === 'object'))]
    const records = await findKnownRecords(db, classes)
    const { planned, good } = planMarks(file.marks, targets, children, records)
    return { children, marks: planned, classes: missing(classes), good }
  }

  return {
    preview: async ({ body }) => {
      const { good: _good, ...answer } = await plan(database.sql, body)
      return answer
    },

    save: async ({ body: { request_id, file_name, ...file }, caller, address }): Promise<SavedAttendance> => {
      return await withWriteLock(database, 'sunday_school', async (db) => {
        const present = await findImport(db, { request_id })
        if (present) {
          const { id, added, changed, classes } = present
          return { id, added, changed, classes, refused: JSON.parse(present.refused) }
        }
        const { marks, good } = await plan(db, file)
        const now = clock.now()
        const added = await addClasses(db, [...new Set(good.map(({ target }) => target))])
        const rows = await saveImportedMarks(db, good, { changed: now, changed_by: caller.sub })
        const changed = rows.filter(({ former }) => former !== null).length
        const made = new Set(good.map(({ place }) => place))
        const refused = marks.flatMap(({ kind }, place) =>
          kind === 'same' || made.has(place) ? [] : [place],
        )
        const counts = { added: rows.length - changed, changed, classes: added.length }
        const id = await insertImport(
          db,
          {
            request_id,
            at: now,
            imported_by: caller.sub,
            imported_by_name: caller.email,
            file_name,
            ...counts,
            of: 'attendance',
            refused: JSON.stringify(refused),
            undone: null,
            removed: 0,
            restored: 0,
          },
          [],
        )
        await insertAttendanceRows(db, id, rows, added)
        const actor = { caller, address }
        const classes = added.map((class_id) => `class/${class_id}` as const)
        await auditLog.recordChange(db, { kind: 'class_planned', records: classes, ...actor })
        const parts = { added: counts.added, changed: counts.changed }
        const marked = new Set(rows.map(({ class_id }) => `class/${class_id}` as const))
        const records = [`import/${id}`, ...marked] as const
        await auditLog.recordChange(db, { kind: 'attendance_imported', records, parts, ...actor })
        return { id, ...counts, refused }
      })
    },
  }
}

function missing(targets: readonly TargetClass[]): AttendancePlan['classes'] {
  return targets
    .filter(({ id }) => id === undefined)
    .map(({ title, session_datetime }) => ({ title, session_datetime }))
}

/** Titles that differ only in case or accents are one class. */
function joinTitles(file: AttendanceFile): AttendanceFile {
  const keys = file.classes.map(searchKey)
  const places = keys.map((key) => keys.indexOf(key))
  return { ...file, marks: file.marks.map((mark) => ({ ...mark, class: places[mark.class] ?? 0 })) }
}

/** A mark names its child and its class by their position in the same call. */
function refuseMissingPlaces({ children, classes, marks }: AttendanceFile): void {
  if (marks.some((mark) => mark.child >= children.length || mark.class >= classes.length)) {
    throw new ApiError('invalid_request', 'marks names a child or a class that is not in the call.', {
      field: 'marks',
    })
  }
}
