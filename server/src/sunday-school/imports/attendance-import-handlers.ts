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
import { type Caller, may } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import {
  addClasses,
  findKnownChildren,
  findKnownClasses,
  findKnownRecords,
  insertAttendanceRows,
  saveImportedMarks,
} from './attendance-import-sql.ts'
import { addStays, findTimes } from './imported-stays-sql.ts'
import { findImport, insertImport } from './imports-sql.ts'
import { findTargets, type GoodMark, planChild, planMarks, type TargetClass } from './plan-marks.ts'
import { type GoodStay, planStays } from './plan-stays.ts'

/** The calls that import attendance from files. `timeZone` is the church's: nobody has come to a class of tomorrow. */
export function createAttendanceImportHandlers({
  database,
  auditLog,
  clock,
  timeZone,
  keepsDoor,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  timeZone: () => string
  /** Whether the church has a door; otherwise nothing that a file says of it counts. */
  keepsDoor: () => boolean
}): Handlers<typeof attendanceImportRoutes> {
  /** Preview and import are this one function. */
  async function plan(
    db: Kysely<Tables>,
    given: AttendanceFile,
    caller: Caller,
  ): Promise<AttendancePlan & { good: GoodMark[]; stays: GoodStay[] }> {
    refuseMissingPlaces(given)
    const withStays = keepsDoor() && given.marks.some(({ stay }) => stay !== undefined)
    if (withStays && !may(caller, 'door')) {
      throw new ApiError('not_allowed', 'You may not say who came and went at the door.', { field: 'marks' })
    }
    const file = joinTitles(given)
    const known = await findKnownChildren(db, file.children)
    const children = file.children.map((child) => planChild(child, known))
    const targets = findTargets(file, await findKnownClasses(db, file), churchDay(clock, timeZone()))
    const classes = [...new Set(targets.filter((target) => typeof target === 'object'))]
    const records = await findKnownRecords(db, classes)
    const { planned, good } = planMarks(file.marks, targets, children, records)
    const stays = withStays
      ? await stayPlan(db, file, { children, marks: planned }, targets)
      : { planned: [], good: [] }
    const marks = planned.map((mark, place) => {
      const stay = stays.planned[place]
      return stay === undefined ? mark : { ...mark, stay }
    })
    return { children, marks, classes: missing(classes), good, stays: stays.good }
  }

  async function stayPlan(
    db: Kysely<Tables>,
    file: AttendanceFile,
    plan: Pick<AttendancePlan, 'children' | 'marks'>,
    targets: Parameters<typeof planStays>[2],
  ) {
    const days = file.marks.map(({ day }) => day).sort()
    const ids = new Set(plan.children.flatMap(({ known: [child] }) => child?.id ?? []))
    const known = await findTimes(db, [...ids], { from: `${days[0]}`, to: `${days.at(-1)}` })
    return planStays(file, plan, targets, known, { now: clock.now(), timeZone: timeZone() })
  }

  return {
    preview: async ({ body, caller }) => {
      const { good: _good, stays: _stays, ...answer } = await plan(database.sql, body, caller)
      return answer
    },

    save: async ({ body: { request_id, file_name, ...file }, caller, address }): Promise<SavedAttendance> => {
      return await withWriteLock(database, 'sunday_school', async (db) => {
        const present = await findImport(db, { request_id })
        if (present) {
          const { id, added, changed, classes, stays } = present
          return { id, added, changed, classes, stays, refused: JSON.parse(present.refused) }
        }
        const { marks, good, stays } = await plan(db, file, caller)
        const now = clock.now()
        const added = await addClasses(db, [...new Set(good.map(({ target }) => target))])
        const rows = await saveImportedMarks(db, good, { changed: now, changed_by: caller.sub })
        const changed = rows.filter(({ former }) => former !== null).length
        const made = new Set(good.map(({ place }) => place))
        const refused = marks.flatMap(({ kind }, place) =>
          kind === 'same' || made.has(place) ? [] : [place],
        )
        const counts = { added: rows.length - changed, changed, classes: added.length, stays: stays.length }
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
        await addStays(db, id, stays)
        const actor = { caller, address }
        const classes = added.map((class_id) => `class/${class_id}` as const)
        await auditLog.recordChange(db, { kind: 'class_planned', records: classes, ...actor })
        const parts = { added: counts.added, changed: counts.changed }
        const marked = new Set(rows.map(({ class_id }) => `class/${class_id}` as const))
        const records = [`import/${id}`, ...marked] as const
        await auditLog.recordChange(db, { kind: 'attendance_imported', records, parts, ...actor })
        await auditLog.recordChange(db, {
          kind: 'stays_imported',
          records: stays.length > 0 ? [`import/${id}`] : [],
          parts: { added: stays.length },
          ...actor,
        })
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
