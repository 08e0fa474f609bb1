import type { Family, familyRoutes } from '@vestry/contract/calls/families.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '../../audit/audit-log.ts'
import type { FindLastChange } from '../../audit/find-last-change.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import { cacheJson } from '../../http/cached-json.ts'
import { may } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { KEPT } from '../../trash/create-trash.ts'
import { presentOf } from '../../trash/trash-sql.ts'
import { childFamilyCalls, type FamilyParts } from './child-family-calls.ts'
import { findBarred } from './collectors-sql.ts'
import { type FamilyContent, familiesById, insertFamily, updateFamily } from './families-sql.ts'
import { giveCard } from './family-cards.ts'
import { collectFamilies, keepChange, listChanges, requireRoom, undoChange } from './family-changes.ts'
import { createFamilyList } from './family-list-sql.ts'
import { joinFamilies, leavingFamily } from './join-families.ts'
import { proposeFamilies, takeOverFamilies } from './take-over-families.ts'

const CHANGES = ['family_added', 'family_changed', 'family_merged', 'family_split'] as const

/** The calls about families, and about a child's own. */
export function createFamilyHandlers(
  parts: FamilyParts & { findLastChange: FindLastChange },
): Handlers<typeof familyRoutes> {
  const { database, auditLog, findLastChange, clock } = parts
  const write = <Result>(work: (db: Transaction<Tables>) => Promise<Result>) =>
    withWriteLock(database, 'sunday_school', work)
  const list = createFamilyList(database)
  const stampOf = ({ caller }: Actor) => ({
    at: clock.now(),
    changed_by: caller.sub,
    changed_by_name: caller.name ?? caller.email,
  })
  const record = (db: Kysely<Tables>, kind: 'family_added' | 'family_changed', id: number, actor: Actor) =>
    auditLog.recordChange(db, { kind, records: [`family/${id}`], ...actor })

  return {
    ...childFamilyCalls(parts),

    list: async ({ query }) => cacheJson(await list(query)),

    find: async ({ query: { family_id } }) => ({
      ...(await requireFamily(database.sql, family_id)),
      last_change: await findLastChange(`family/${family_id}`, CHANGES),
    }),

    create: async ({ body: { request_id, ...content }, ...actor }) =>
      write(async (db) => {
        const message = 'Family added'
        const known =
          request_id === undefined
            ? undefined
            : await db
                .selectFrom('family')
                .select(['id', 'version'])
                .where('request_id', '=', request_id)
                .executeTakeFirst()
        if (known) {
          return { message, ...known }
        }
        await requireChildren(db, content.children)
        const id = await insertFamily(db, newAdultsOf(content), request_id)
        await requireRoom(db, content.children)
        await record(db, 'family_added', id, actor)
        return { message, id, version: 1 }
      }),

    update: async ({ body: { id, version: seen, ...content }, ...actor }) =>
      write(async (db) => {
        const former = await requireFamily(db, id)
        const message = 'Family saved'
        if (isSame(former, content)) {
          return { message, id, version: former.version }
        }
        requireVersion(former, seen)
        requireOwnAdults(former, content)
        await requireChildren(db, content.children)
        await requireBarsKept(db, former, content.adults, actor)
        const version = await updateFamily(db, former, content)
        await requireRoom(db, content.children)
        await record(db, 'family_changed', id, actor)
        return { message, id, version }
      }),

    remove: async ({ query: { family_id: id }, ...actor }) =>
      write(async (db) => {
        const family = await requireFamily(db, id)
        await requireBarsKept(db, family, [], actor)
        const former = await collectFamilies(db, [id])
        await db.deleteFrom('family').where('id', '=', id).execute()
        const change_id = await keepChange(db, { kind: 'deleted', former, result: [] }, stampOf(actor))
        await auditLog.recordChange(db, { kind: 'family_deleted', records: [`family/${id}`], ...actor })
        return { message: 'Family deleted', change_id }
      }),

    merge: async ({ body: { kept, kept_version, merged, merged_version }, ...actor }) =>
      write(async (db) => {
        if (kept === merged) {
          throw new ApiError('invalid_request', 'A family can’t be merged with itself.', { field: 'merged' })
        }
        const [into, from] = [await requireFamily(db, kept), await requireFamily(db, merged)]
        requireVersion(into, kept_version)
        requireVersion(from, merged_version)
        const former = await collectFamilies(db, [kept, merged])
        await joinFamilies(db, into, from)
        const change_id = await keepChange(db, { kind: 'merged', former, result: [kept] }, stampOf(actor))
        await auditLog.recordChange(db, {
          kind: 'family_merged',
          records: [`family/${kept}`],
          parts: { from: `family/${merged}` },
          ...actor,
        })
        return { message: 'The families were merged', change_id }
      }),

    split: async ({ body: { id, version, name, ...leaving }, ...actor }) =>
      write(async (db) => {
        const family = await requireFamily(db, id)
        requireVersion(family, version)
        const former = await collectFamilies(db, [id])
        const other = await leavingFamily(db, family, { name, ...leaving })
        await requireRoom(db, leaving.children)
        const change_id = await keepChange(db, { kind: 'split', former, result: [id, other] }, stampOf(actor))
        await auditLog.recordChange(db, {
          kind: 'family_split',
          records: [`family/${id}`],
          parts: { into: `family/${other}` },
          ...actor,
        })
        return { message: 'The family was split', change_id, id: other }
      }),

    card: async ({ body: { family_id: id }, ...actor }) =>
      write(async (db) => {
        await requireFamily(db, id)
        const card = await giveCard(db, id)
        await auditLog.recordChange(db, { kind: 'family_card_given', records: [`family/${id}`], ...actor })
        return { message: 'Card made', card }
      }),

    changes: async () => listChanges(database.sql, clock.now() - KEPT),

    undo: async ({ body: { change_id }, ...actor }) =>
      write(async (db) => {
        const { kind, ids } = await undoChange(db, change_id, clock.now() - KEPT)
        await auditLog.recordChange(db, {
          kind: 'family_change_undone',
          records: ids.map((id) => `family/${id}` as const),
          parts: { kind },
          ...actor,
        })
        return { message: 'It was undone' }
      }),

    propose: async () => proposeFamilies(database.sql),

    takeOver: async ({ body, ...actor }) =>
      write(async (db) => {
        const { made, ...answer } = await takeOverFamilies(db, body, stampOf(actor))
        const records = made.map((id) => `family/${id}` as const)
        await auditLog.recordChange(db, { kind: 'family_added', records, ...actor })
        return answer
      }),
  }
}

async function requireFamily(db: Kysely<Tables>, id: number): Promise<Family> {
  const [family] = await familiesById(db, [id])
  if (!family) {
    throw new ApiError('not_found', 'There is no such family; it may have been deleted or merged.')
  }
  return family
}

function requireVersion({ name, version }: Family, seen: number): void {
  if (version !== seen) {
    throw new ApiError(
      'changed_meanwhile',
      `Someone else has changed the family “${name}” since you opened it. Open it again to see their changes.`,
    )
  }
}

function requireOwnAdults(former: Family, { adults }: FamilyContent): void {
  const own = new Set<number | null | undefined>(former.adults.map(({ id }) => id))
  const ids = adults.map(({ id }) => id).filter(Boolean)
  if (ids.some((id) => !own.has(id)) || new Set(ids).size < ids.length) {
    throw new ApiError('not_found', 'One of the adults is not in this family any more.')
  }
}

async function requireChildren(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  const there = await presentOf(db, 'attendee', ids)
  if (there.size < new Set(ids).size) {
    throw new ApiError('not_found', 'One of the children is not there; it may have been deleted.')
  }
}

/** Nobody who may not bar an adult may lift a bar by taking the adult out of the family. */
async function requireBarsKept(
  db: Kysely<Tables>,
  former: Family,
  adults: FamilyContent['adults'],
  { caller }: { caller: Parameters<typeof may>[0] },
): Promise<void> {
  if (may(caller, 'safeguarding')) {
    return
  }
  const gone = former.adults.filter(({ id }) => adults.every((adult) => adult.id !== id))
  const barred = await findBarred(
    db,
    gone.map(({ id }) => id),
  )
  const adult = gone.find(({ id }) => barred.has(id))
  if (adult) {
    throw new ApiError(
      'not_allowed',
      `${adult.first_name} ${adult.last_name} must not collect a child, and that would be lost. Somebody with the right to safeguarding can do this.`,
    )
  }
}

function newAdultsOf({ adults, ...content }: FamilyContent): FamilyContent {
  return { ...content, adults: adults.map((adult) => ({ ...adult, id: null })) }
}

/** Whether a family says this already, so that a change that is sent again changes nothing. */
function isSame(former: Family, { name, adults, children }: FamilyContent): boolean {
  const said = new Set(children)
  return (
    former.name === name &&
    former.adults.length === adults.length &&
    former.adults.every((adult, at) => isSameAdult(adult, adults[at])) &&
    former.children.length === said.size &&
    former.children.every(({ id }) => said.has(id))
  )
}

/** A new adult has no number yet. */
function isSameAdult(
  adult: Family['adults'][number],
  said: FamilyContent['adults'][number] | undefined,
): boolean {
  const { id, ...content } = { ...said }
  return (
    (!id || id === adult.id) &&
    Object.entries(content).every(([name, value]) => adult[name as 'phone'] === value)
  )
}
