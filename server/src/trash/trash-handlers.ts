import { TRASH_WHO, type trashRoutes } from '@vestry/contract/calls/trash.ts'
import { readRecordName } from '@vestry/contract/rules/audit-kinds.ts'
import { TRASH_KINDS, type TrashKind } from '@vestry/contract/rules/trash-rules.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { ApiError } from '../http/api-errors.ts'
import { type Caller, may } from '../http/caller.ts'
import { type Handlers, mayCall, requireRights } from '../http/mount-routes.ts'
import { KEPT, type Trash } from './create-trash.ts'
import { isPublished } from './restore-entry.ts'
import { listEntries } from './trash-sql.ts'

/** The calls about what was deleted. */
export function createTrashHandlers({
  database,
  trash,
  listStaff,
  onError,
}: {
  database: Database
  trash: Trash
  listStaff: () => Promise<readonly { sub: string; name: string }[]>
  /** Called when a recording could not be removed yet; a job tries again. */
  onError: (error: unknown) => void
}): Handlers<typeof trashRoutes> {
  return {
    list: async ({ query: { limit, after }, caller }) => {
      const [, deleted = '', record = ''] = /^(\d+)-(.+)$/.exec(after ?? '') ?? []
      const kinds = TRASH_KINDS.filter((kind) => mayCall(TRASH_WHO[kind], caller))
      if (kinds.length === 0) {
        return { results: [], next: null }
      }
      const rows = await listEntries(database.sql, {
        kinds,
        childrenDeletedBy: onlyOwnChildren(caller),
        olderThan: after === undefined ? undefined : { deleted: Number(deleted), record },
        limit: limit + 1,
      })
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      const names = new Map((await listStaff()).map(({ sub, name }) => [sub, name]))
      return {
        results: shown.map(({ deleted_by, deleted_by_name, ...entry }) => ({
          ...entry,
          deleted_by: names.get(deleted_by) ?? deleted_by_name,
          expires: entry.deleted + KEPT,
        })),
        next: last === undefined ? null : `${last.deleted}-${last.record}`,
      }
    },

    restore: async ({ body: { record }, ...actor }) => {
      const kind = kindOf(record, actor.caller)
      const deletedBy = kind === 'attendee' ? onlyOwnChildren(actor.caller) : undefined
      if (
        !(await trash.restore(kind, record, actor, deletedBy)) &&
        !(await isPresent(database.sql, kind, record))
      ) {
        notFound()
      }
      return { message: 'Successfully restored' }
    },

    restoreItems: async ({ body: { uuids }, ...actor }) => ({
      message: 'Successfully restored',
      ...(await trash.restoreItems(uuids, actor)),
    }),

    remove: async ({ query: { record }, ...actor }) => {
      if (!(await trash.purge(kindOf(record, actor.caller), record, actor))) {
        notFound()
      }
      await trash.removeDiscarded().catch(onError)
      return { message: 'Successfully deleted for good' }
    },
  }
}

/**
 * The `sub` of a person who doesn't see all children, and so finds in the trash only children whom they deleted;
 * undefined for a person who finds all.
 */
function onlyOwnChildren(caller: Caller): string | undefined {
  return may(caller, 'allChildren') ? undefined : caller.sub
}

function notFound(): never {
  throw new ApiError(
    'not_found',
    'This is not in the trash any more; it may have been restored or deleted for good.',
  )
}

/** The kind of a record, if the caller may delete records of this kind. */
function kindOf(record: string, caller: Caller): TrashKind {
  const kind = TRASH_KINDS.find((one) => one === readRecordName(record)?.type) ?? notFound()
  requireRights(TRASH_WHO[kind], caller)
  return kind
}

/** Whether a record is back where it was; somebody else may have restored it. */
async function isPresent(db: Kysely<Tables>, kind: TrashKind, record: string): Promise<boolean> {
  const id = readRecordName(record)?.id ?? ''
  if (kind === 'item') {
    return await isPublished(db, id)
  }
  const found = await db
    .selectFrom(kind === 'attendee' ? 'attendee' : 'class_session')
    .select('id')
    .where('id', '=', Number(id))
    .executeTakeFirst()
  return found !== undefined
}
