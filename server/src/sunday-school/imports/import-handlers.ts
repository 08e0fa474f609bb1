import type {
  attendeeImportRoutes,
  ImportContent,
  SavedImport,
  UndoneImport,
} from '@vestry/contract/calls/attendee-imports.ts'
import { BLANK_ATTENDEE } from '@vestry/contract/sunday-school/attendee-record.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import { inParts } from '../../database/in-parts.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findHeldChildren } from '../../trash/trash-sql.ts'
import { insertAttendees } from '../attendees/attendees-sql.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { listImported, undoImported } from '../families/family-changes.ts'
import { enrol, takeBackEnrolments } from '../rosters/roster-sql.ts'
import { findPresentFamilies, saveFamilies } from './import-families-sql.ts'
import {
  findImport,
  findMeant,
  findSources,
  insertImport,
  listImportRows,
  listImports,
  readFormer,
  saveContent,
  saveSources,
  saveUndoing,
} from './imports-sql.ts'
import { planFamilies } from './plan-families.ts'
import { planRosters } from './plan-rosters.ts'
import { contentOf, type ImportRow, type Plan, planRows, type ReadRow, readRow } from './plan-rows.ts'
import { undoAttendance } from './undo-attendance.ts'

type Enrolment = { series_id: number; attendee_id: number }

const EMPTY = contentOf(BLANK_ATTENDEE)

/**
 * The calls that import attendees from files. `timeZone` is the church's: no child is born after the church's today.
 */
export function createImportHandlers({
  database,
  auditLog,
  listStaff,
  clock,
  timeZone,
  keepsFamilies,
}: {
  database: Database
  auditLog: AuditLog
  listStaff: ListStaff
  clock: Clock
  timeZone: () => string
  /** Whether the church keeps families; otherwise nothing that a file says of them counts. */
  keepsFamilies: () => boolean
}): Handlers<typeof attendeeImportRoutes> {
  async function plan(db: Kysely<Tables>, rows: readonly ImportRow[]) {
    const today = churchDay(clock, timeZone())
    const given = rows.map((row) => readRow(row, today, keepsFamilies()))
    const sources = await findSources(db, given)
    const read = given.map((row) => ({ ...row, id: row.id ?? sources(row) }))
    const meant = await findMeant(db, read)
    const plans = await planRosters(db, planRows(read, meant), read)
    return { plans, meant, read, present: await findPresentFamilies(db, plans, read, today) }
  }

  async function previewOf(db: Kysely<Tables>, rows: readonly ImportRow[]) {
    const { plans, read, present } = await plan(db, rows)
    return planFamilies(plans, read, present).plans.map(withoutHeld)
  }

  /** An audit entry for each roster, which names who was put on it or taken off. */
  async function recordRosters(
    db: Kysely<Tables>,
    kind: 'roster_added' | 'roster_removed',
    enrolments: readonly Enrolment[],
    actor: Actor,
  ) {
    for (const { series_id, attendee_ids } of rostersOf(enrolments)) {
      const records = [`series/${series_id}`] as const
      await auditLog.recordChange(db, { kind, records, parts: { attendees: attendee_ids }, ...actor })
    }
  }

  const stampOf = ({ caller }: Actor) => ({
    at: clock.now(),
    changed_by: caller.sub,
    changed_by_name: caller.name ?? caller.email,
  })

  /** An audit entry for each of these attendees or families. */
  async function recordAll(
    db: Kysely<Tables>,
    kind: `${'attendee' | 'family'}_${'added' | 'changed' | 'deleted'}`,
    ids: readonly number[],
    actor: Actor,
  ) {
    const records = ids.map((id) => `${kind.startsWith('family') ? 'family' : 'attendee'}/${id}` as const)
    await auditLog.recordChange(db, { kind, records, ...actor })
  }

  return {
    list: async () => {
      const names = new Map((await listStaff()).map(({ sub, name }) => [sub, name]))
      const imports = await listImports(database.sql, clock.now())
      return imports.map(({ imported_by, imported_by_name, ...made }) => {
        const { id, at, file_name, of, added, changed, classes, stays, undone } = made
        const by = names.get(imported_by) ?? imported_by_name
        return { id, at, by, file_name, of, added, changed, classes, stays, undone }
      })
    },

    preview: async ({ body: { rows } }) => previewOf(database.sql, rows),

    save: async ({ body: { request_id, file_name, rows }, ...actor }): Promise<SavedImport> => {
      return await withWriteLock(database, 'sunday_school', async (db) => {
        const present = await findImport(db, { request_id })
        if (present) {
          const { id, added, changed } = present
          const counts = { added, changed, ...countOf(await listImported(db, id)) }
          return { id, ...counts, refused: await planAgain(db, rows, JSON.parse(present.refused)) }
        }
        const { plans, meant, read, present: families } = await plan(db, rows)
        const known = new Map(meant.map((child) => [child.id, child]))
        const good = plans.filter(({ held, kind }) => held && kind !== 'error' && kind !== 'namesake')
        const contents = good
          .filter(({ kind }) => kind === 'new')
          .map(({ content }): ImportContent => Object.assign({}, EMPTY, content))
        const added = await inParts(contents, (part) => insertAttendees(db, part))
        const changed = []
        for (const { content, known: meantBy } of good.filter(({ kind }) => kind === 'changed')) {
          const child = known.get(meantBy[0]?.id ?? 0)
          if (child && Object.keys(meantBy[0]?.former ?? {}).length > 0) {
            const former = contentOf(child)
            const version = child.version + 1
            await saveContent(db, { id: child.id, version }, Object.assign({}, former, content))
            changed.push({ attendee_id: child.id, version, former: JSON.stringify(former) })
          }
        }
        const ids = idsOf(good, added)
        const enrolments = good.flatMap((each) => newRosters(each, ids.get(each) ?? 0))
        const placeIds = plans.map((each) => ids.get(each))
        const fresh = new Set(added)
        const changedIds = changed.map(({ attendee_id }) => attendee_id)
        const others = enrolments.map(({ attendee_id }) => attendee_id).filter((id) => !fresh.has(id))
        const done = new Set(good)
        const carried = plans.map((each): Plan => (done.has(each) ? each : { ...each, kind: 'error' }))
        const planned = planFamilies(carried, read, families).families.map(({ joining, ...family }) => ({
          ...family,
          joining: joining.map((place) => placeIds[place] ?? 0),
        }))
        const joined = planned.flatMap(({ joining }) => joining.filter((child) => !fresh.has(child)))
        const counts = { added: added.length, changed: new Set([...changedIds, ...others, ...joined]).size }
        const refused = plans.flatMap((each, row) => (done.has(each) ? [] : [row]))
        const imported = {
          request_id,
          at: clock.now(),
          imported_by: actor.caller.sub,
          imported_by_name: actor.caller.email,
          file_name,
          ...counts,
          refused: JSON.stringify(refused),
          undone: null,
          removed: 0,
          restored: 0,
        }
        const id = await insertImport(db, imported, [
          ...added.map((attendee_id) => ({ attendee_id, version: 1, former: null })),
          ...changed,
        ])
        await saveSources(db, id, sourcesOf(plans, read, ids))
        const today = churchDay(clock, timeZone())
        for (const { series_id, attendee_ids } of rostersOf(enrolments)) {
          await inParts(attendee_ids, async (part) => {
            await enrol(db, series_id, part, today, id)
          })
        }
        const saved = await saveFamilies(db, id, planned, stampOf(actor))
        await recordAll(db, 'attendee_added', added, actor)
        await recordAll(db, 'attendee_changed', changedIds, actor)
        await recordAll(db, 'family_added', saved.added, actor)
        await recordAll(db, 'family_changed', saved.changed, actor)
        await recordRosters(db, 'roster_added', enrolments, actor)
        const parts = { added: counts.added, changed: counts.changed }
        const records = [`import/${id}`] as const
        await auditLog.recordChange(db, { kind: 'attendees_imported', records, parts, ...actor })
        return { id, ...counts, ...countOf(planned), refused: await planAgain(db, rows, refused) }
      })
    },

    undo: async ({ body: { import_id }, ...actor }): Promise<UndoneImport> => {
      return await withWriteLock(database, 'sunday_school', async (db) => {
        const present = await findImport(db, { id: import_id })
        if (!present) {
          throw new ApiError('not_found', 'There is no such import; imports can be undone for thirty days.')
        }
        if (present.of === 'attendance') {
          return await undoMarks(db, present, actor)
        }
        if (present.undone !== null) {
          const { removed, restored } = present
          const rows = await listImportRows(db, import_id)
          const kept = rows.filter((row) => row.kept === 1).map(nameOfRow)
          return { removed, restored, kept, ...(await keptFamilies(db, import_id)) }
        }
        const families = await undoImported(db, import_id)
        await recordAll(db, 'family_deleted', families.removed, actor)
        await recordAll(db, 'family_changed', families.restored, actor)
        const rows = await listImportRows(db, import_id)
        const enrolments = await takeBackEnrolments(db, import_id)
        await recordRosters(db, 'roster_removed', enrolments, actor)
        const held = await findHeldChildren(db)
        const untouched = rows.filter(
          ({ attendee_id, former, version, left_version, enrolled, recorded, photo }) =>
            version === left_version &&
            (former !== null || (!enrolled && !recorded && photo === '' && !held.has(attendee_id))),
        )
        const removed = untouched
          .filter(({ former }) => former === null)
          .map(({ attendee_id }) => attendee_id)
        await inParts(removed, async (part) => {
          await db.deleteFrom('attendee').where('id', 'in', part).execute()
        })
        const restored: number[] = []
        for (const { attendee_id: id, former, version } of untouched) {
          if (former !== null) {
            await saveContent(db, { id, version: version + 1 }, readFormer(former))
            restored.push(id)
          }
        }
        // Also the numbers of children who are kept: a number of the wrong child would lead every later import to that
        // child.
        await db.deleteFrom('attendee_source').where('import_id', '=', import_id).execute()
        const kept = rows.filter((row) => !untouched.includes(row))
        const inRows = new Set(rows.map(({ attendee_id }) => attendee_id))
        const takenOff = enrolments.map(({ attendee_id }) => attendee_id).filter((id) => !inRows.has(id))
        const counts = { removed: removed.length, restored: new Set([...restored, ...takenOff]).size }
        await saveUndoing(db, import_id, {
          undone: clock.now(),
          ...counts,
          kept: kept.map(({ attendee_id }) => attendee_id),
        })
        await recordAll(db, 'attendee_deleted', removed, actor)
        await recordAll(db, 'attendee_changed', restored, actor)
        const parts = { ...counts, kept: kept.length }
        const records = [`import/${import_id}`] as const
        await auditLog.recordChange(db, { kind: 'import_undone', records, parts, ...actor })
        return { ...counts, kept: kept.map(nameOfRow), ...(await keptFamilies(db, import_id)) }
      })
    },
  }

  async function undoMarks(
    db: Kysely<Tables>,
    { id, undone, removed, restored }: Selectable<Tables['attendee_import']>,
    actor: Actor,
  ): Promise<UndoneImport> {
    if (undone !== null) {
      return { removed, restored, kept: [] }
    }
    const now = clock.now()
    const done = await undoAttendance(db, id, { changed: now, changed_by: actor.caller.sub })
    const { classes, ...answer } = done
    const { kept, ...counts } = answer
    await saveUndoing(db, id, { undone: now, ...counts, kept: [] })
    const records = classes.map((class_id) => `class/${class_id}` as const)
    await auditLog.recordChange(db, { kind: 'class_deleted', records, ...actor })
    const parts = { ...counts, kept: kept.length }
    await auditLog.recordChange(db, { kind: 'import_undone', records: [`import/${id}`], parts, ...actor })
    return answer
  }

  /** What the rows at these places would do now, without the choices. */
  async function planAgain(
    db: Kysely<Tables>,
    rows: readonly ImportRow[],
    places: readonly number[],
  ): Promise<SavedImport['refused']> {
    const left = places.flatMap((place) => rows[place] ?? []).map(({ choice: _choice, ...cells }) => cells)
    return (await previewOf(db, left)).map((each, at) => ({ ...each, row: places[at] ?? 0 }))
  }
}

function countOf({ length }: readonly unknown[]): Pick<SavedImport, 'families'> {
  return length > 0 ? { families: length } : {}
}

async function keptFamilies(
  db: Kysely<Tables>,
  import_id: number,
): Promise<Pick<UndoneImport, 'kept_families'>> {
  const kept_families = await listImported(db, import_id)
  return kept_families.length > 0 ? { kept_families } : {}
}

/** The children of the plans that are carried out; added ones are in the order of their rows. */
function idsOf(good: readonly Plan[], added: readonly number[]): Map<Plan, number> {
  const ids = added.values()
  return new Map(
    good.map((plan) => [plan, (plan.kind === 'new' ? ids.next().value : plan.known[0]?.id) ?? 0]),
  )
}

/** The rosters on which a row puts a child that is not on them yet. */
function newRosters({ rosters = [], known: [child] }: Plan, attendee_id: number): Enrolment[] {
  const missing = rosters.filter(({ series_id }) => !child?.enrolled?.includes(series_id))
  return missing.map(({ series_id }) => ({ series_id, attendee_id }))
}

/** Each roster once, with those who are put on it or taken off. */
function rostersOf(enrolments: readonly Enrolment[]): { series_id: number; attendee_ids: number[] }[] {
  return [...Map.groupBy(enrolments, ({ series_id }) => series_id)].map(([series_id, some]) => ({
    series_id,
    attendee_ids: some.map(({ attendee_id }) => attendee_id),
  }))
}

/** The numbers that children have in other programs, from the rows that are imported. */
function sourcesOf(
  plans: readonly Plan[],
  rows: readonly ReadRow[],
  ids: ReadonlyMap<Plan, number>,
): Parameters<typeof saveSources>[2] {
  return plans.flatMap((plan, place) => {
    const attendee_id = ids.get(plan)
    const { source_id } = rows[place] ?? {}
    return attendee_id !== undefined && source_id
      ? [{ attendee_id, source: source_id.source, source_id: source_id.id }]
      : []
  })
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
