import type {
  attendeeImportRoutes,
  ImportContent,
  SavedImport,
  UndoneImport,
} from '@vestry/contract/attendee-imports.ts'
import { GUEST } from '@vestry/contract/sunday-school-rules.ts'
import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Caller } from '../../http/caller.ts'
import { type Handlers, requireRight } from '../../http/mount-routes.ts'
import { insertAttendees } from '../attendees/attendees-sql.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import {
  findImport,
  findMeant,
  inParts,
  insertImport,
  listImportRows,
  listImports,
  readFormer,
  saveContent,
  saveUndoing,
} from './imports-sql.ts'
import { contentOf, type ImportRow, type Plan, planRows, readRow } from './plan-rows.ts'

const EMPTY: ImportContent = {
  first_name: '',
  last_name: '',
  birthdate: '',
  parent_contact: '',
  allergies: '',
  needs: '',
  notes: '',
  is_member: GUEST,
}

/** The calls that bring attendees in from files. `timeZone` is the church's: a child is not born after its today. */
export function createImportHandlers({
  database,
  auditLog,
  listStaff,
  clock,
  timeZone,
}: {
  database: Database
  auditLog: AuditLog
  listStaff: ListStaff
  clock: Clock
  timeZone: () => string
}): Handlers<typeof attendeeImportRoutes> {
  async function plan(db: Kysely<Tables>, rows: readonly ImportRow[]) {
    const today = churchDay(clock, timeZone())
    const read = rows.map((row) => readRow(row, today))
    const meant = await findMeant(db, read)
    return { plans: planRows(read, meant), meant }
  }

  /** An entry for each of these attendees. */
  async function recordAll(
    db: Kysely<Tables>,
    kind: 'attendee_added' | 'attendee_changed' | 'attendee_deleted',
    ids: readonly number[],
    actor: Actor,
  ) {
    await inParts(ids, async (part) => {
      const records = part.map((id) => `attendee/${id}` as const)
      await auditLog.recordChange(db, { kind, records, ...actor })
      return []
    })
  }

  return {
    list: async ({ caller }) => {
      requireOffice(caller)
      const names = new Map((await listStaff()).map(({ sub, name }) => [sub, name]))
      const imports = await listImports(database.sql, clock.now())
      return imports.map(({ id, at, imported_by, imported_by_name, file_name, added, changed, undone }) => {
        const by = names.get(imported_by) ?? imported_by_name
        return { id, at, by, file_name, added, changed, undone }
      })
    },

    preview: async ({ body: { rows }, caller }) => {
      requireOffice(caller)
      return (await plan(database.sql, rows)).plans.map(withoutHeld)
    },

    save: async ({ body: { request_id, file_name, rows }, ...actor }): Promise<SavedImport> => {
      requireOffice(actor.caller)
      return await withWriteLock(database, 'sunday_school', async (db) => {
        const present = await findImport(db, { request_id })
        if (present) {
          const { id, added, changed } = present
          return { id, added, changed, refused: await planAgain(db, rows, JSON.parse(present.refused)) }
        }
        const { plans, meant } = await plan(db, rows)
        const known = new Map(meant.map((child) => [child.id, child]))
        const good = plans.filter(({ held, kind }) => held && kind !== 'error' && kind !== 'namesake')
        const contents = good
          .filter(({ kind }) => kind === 'new')
          .map(({ content }): ImportContent => Object.assign({}, EMPTY, content))
        const added = await inParts(contents, (part) => insertAttendees(db, part))
        const changed = []
        for (const { content, known: meantBy } of good.filter(({ kind }) => kind === 'changed')) {
          const child = known.get(meantBy[0]?.id ?? 0)
          if (child) {
            const former = contentOf(child)
            const version = child.version + 1
            await saveContent(db, { id: child.id, version }, Object.assign({}, former, content))
            changed.push({ attendee_id: child.id, version, former: JSON.stringify(former) })
          }
        }
        const refused = plans.flatMap((each, row) => (good.includes(each) ? [] : [row]))
        const imported = {
          request_id,
          at: clock.now(),
          imported_by: actor.caller.sub,
          imported_by_name: actor.caller.email,
          file_name,
          added: added.length,
          changed: changed.length,
          refused: JSON.stringify(refused),
          undone: null,
          removed: 0,
          restored: 0,
        }
        const id = await insertImport(db, imported, [
          ...added.map((attendee_id) => ({ attendee_id, version: 1, former: null })),
          ...changed,
        ])
        await recordAll(db, 'attendee_added', added, actor)
        const changedIds = changed.map(({ attendee_id }) => attendee_id)
        await recordAll(db, 'attendee_changed', changedIds, actor)
        const detail = `${added.length} added, ${changed.length} changed`
        const records = [`import/${id}`] as const
        await auditLog.recordChange(db, { kind: 'attendees_imported', records, detail, ...actor })
        return {
          id,
          added: added.length,
          changed: changed.length,
          refused: await planAgain(db, rows, refused),
        }
      })
    },

    undo: async ({ body: { import_id }, ...actor }): Promise<UndoneImport> => {
      requireOffice(actor.caller)
      return await withWriteLock(database, 'sunday_school', async (db) => {
        const present = await findImport(db, { id: import_id })
        if (!present) {
          throw new ApiError('not_found', 'There is no such import; imports can be undone for thirty days.')
        }
        const rows = await listImportRows(db, import_id)
        if (present.undone !== null) {
          const { removed, restored } = present
          return { removed, restored, kept: rows.filter(({ kept }) => kept === 1).map(nameOfRow) }
        }
        const untouched = rows.filter(
          ({ former, version, left_version, enrolled, recorded, photo }) =>
            version === left_version && (former !== null || (!enrolled && !recorded && photo === '')),
        )
        const removed = untouched
          .filter(({ former }) => former === null)
          .map(({ attendee_id }) => attendee_id)
        await inParts(removed, async (part) => {
          await db.deleteFrom('attendee').where('id', 'in', part).execute()
          return []
        })
        const restored: number[] = []
        for (const { attendee_id: id, former, version } of untouched) {
          if (former !== null) {
            await saveContent(db, { id, version: version + 1 }, readFormer(former))
            restored.push(id)
          }
        }
        const kept = rows.filter((row) => !untouched.includes(row))
        await saveUndoing(db, import_id, {
          undone: clock.now(),
          removed: removed.length,
          restored: restored.length,
          kept: kept.map(({ attendee_id }) => attendee_id),
        })
        await recordAll(db, 'attendee_deleted', removed, actor)
        await recordAll(db, 'attendee_changed', restored, actor)
        const detail = `${removed.length} removed, ${restored.length} restored, ${kept.length} kept`
        const records = [`import/${import_id}`] as const
        await auditLog.recordChange(db, { kind: 'import_undone', records, detail, ...actor })
        return { removed: removed.length, restored: restored.length, kept: kept.map(nameOfRow) }
      })
    },
  }

  /** What the rows at these places would do now, without what was chosen. */
  async function planAgain(
    db: Kysely<Tables>,
    rows: readonly ImportRow[],
    places: readonly number[],
  ): Promise<SavedImport['refused']> {
    const left = places.flatMap((place) => rows[place] ?? []).map(({ choice: _choice, ...cells }) => cells)
    const { plans } = await plan(db, left)
    return plans.map((each, at) => ({ ...withoutHeld(each), row: places[at] ?? 0 }))
  }
}

/** Whoever arranges classes and sees all children: an import is about any of them. */
function requireOffice(caller: Caller): void {
  requireRight('children', caller)
  requireRight('allChildren', caller)
}

function withoutHeld({ held: _held, ...plan }: Plan) {
  return plan
}

function nameOfRow({
  attendee_id,
  first_name,
  last_name,
}: Awaited<ReturnType<typeof listImportRows>>[number]) {
  return { id: attendee_id, first_name, last_name }
}
