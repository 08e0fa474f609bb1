import { randomUUID } from 'node:crypto'
import type { preachingRoutes } from '@vestry/contract/calls/preaching.ts'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../audit/audit-log.ts'
import type { FindLastChange } from '../audit/find-last-change.ts'
import { objectsOf, releaseObjects } from '../database/is-used-object.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { ApiError } from '../http/api-errors.ts'
import { cacheJson } from '../http/cached-json.ts'
import type { Handlers } from '../http/mount-routes.ts'
import type { Trash } from '../trash/create-trash.ts'
import { keepNamed } from '../trash/discarded-objects.ts'
import { changeSeveral, removeSeveral } from './change-several.ts'
import { readPassages } from './passages/read-passages.ts'
import { writePassages } from './passages/write-passages.ts'
import { createPreachingList } from './preaching-list-sql.ts'
import {
  type ChurchClock,
  findItem,
  findUnknown,
  findWholeItem,
  hasContent,
  type ItemContent,
  insertItem,
  listYears,
  type NamingField,
  updateItem,
} from './preaching-sql.ts'
import { contentOf } from './sermon-content.ts'
import { languageOf } from './sermon-language.ts'

const UNKNOWN: Record<NamingField, string> = {
  language_id: 'language_id names no language.',
  preacher_id: 'preacher_id names no presenter.',
  preaching_category_id: 'preaching_category_id names no category.',
  series_id: 'series_id names no series.',
  topics: 'topics names a topic that is not there.',
  speakers: 'speakers names a presenter who is not there.',
}

const CHANGES = ['item_added', 'item_changed', 'recording_replaced'] as const

/** The calls about preaching items. */
export function createPreachingHandlers({
  database,
  auditLog,
  findLastChange,
  trash,
  clock,
  timeZone,
}: {
  database: Database
  auditLog: AuditLog
  findLastChange: FindLastChange
  trash: Trash
} & ChurchClock): Handlers<typeof preachingRoutes> {
  const time = { clock, timeZone }
  const list = createPreachingList(database, time)
  return {
    list: async ({ query }) => cacheJson(await list(query)),

    years: async () => listYears(database),

    readPassages: async ({ query: { text, language_id } }) => {
      const language = languageOf(language_id)
      const { passages, unread } = await readPassages(text, language)
      return { read: writePassages(passages, language), unread: unread.map((piece) => piece.text) }
    },

    find: async ({ query: { uuid } }) => ({
      ...((await findItem(database, uuid, time)) ?? notFound()),
      last_change: await findLastChange(`item/${uuid}`, CHANGES),
    }),

    create: async ({ body, caller, address }) =>
      withWriteLock(database, 'preaching', async (db) => {
        const { uuid = randomUUID(), ...sent } = body
        const present = await findWholeItem(db, uuid)
        const content = await contentOf(sent, time, present)
        if (present && !hasContent(present, content)) {
          throw new ApiError('already_exists', 'An item with this uuid already exists.')
        }
        if (!present) {
          await refuseUnknown(db, content)
          await insertItem(db, { ...content, uuid, version: 1 })
          await auditLog.recordChange(db, { kind: 'item_added', records: [`item/${uuid}`], caller, address })
        }
        return { message: 'Item successfully created', uuid, version: present?.version ?? 1 }
      }),

    update: async ({ body, caller, address }) =>
      withWriteLock(database, 'preaching', async (db) => {
        const { uuid, version: loaded, ...sent } = body
        const former = (await findWholeItem(db, uuid)) ?? notFound()
        const content = await contentOf(sent, time, former)
        const message = 'Item successfully updated'
        if (hasContent(former, content)) {
          return { message, uuid, version: former.version, released: [] }
        }
        if (loaded !== undefined && loaded !== former.version) {
          throw new ApiError(
            'changed_meanwhile',
            'Someone else has changed this item since you opened it. Open it again to see their changes.',
          )
        }
        await refuseUnknown(db, content)
        const version = former.version + 1
        await updateItem(db, former.id, { ...content, uuid, version })
        const kind = content.path === former.path ? 'item_changed' : 'recording_replaced'
        await auditLog.recordChange(db, { kind, records: [`item/${uuid}`], caller, address })
        return { message, uuid, version, released: await releaseObjects(db, namedBy(former)) }
      }),

    changeSeveral: async ({ body: { changes }, ...actor }) =>
      withWriteLock(database, 'preaching', async (db) => ({
        message: 'Items successfully updated',
        ...(await changeSeveral(db, changes, {
          time,
          auditLog,
          actor,
          isKnown: async (item) => (await findUnknown(db, item)) === undefined,
          refuseUnknown: (item) => refuseUnknown(db, item),
        })),
      })),

    removeSeveral: async ({ body: { uuids }, ...actor }) =>
      withWriteLock(database, 'preaching', async (db) => ({
        message: 'Items successfully deleted',
        ...(await removeSeveral(db, uuids, { trash, auditLog, actor })),
      })),

    remove: async ({ query: { uuid }, ...actor }) =>
      withWriteLock(database, 'preaching', async (db) => {
        const { left } = await removeSeveral(db, [uuid], { trash, auditLog, actor })
        return left.length > 0 ? notFound() : { message: 'Item successfully deleted', released: [] }
      }),
  }
}

function notFound(): never {
  throw new ApiError('not_found', 'There is no such item; it may have been deleted.')
}

async function refuseUnknown(db: Kysely<Tables>, item: ItemContent) {
  const field = await findUnknown(db, item)
  if (field) {
    throw new ApiError('invalid_request', UNKNOWN[field], { field })
  }
  await keepNamed(db, namedBy(item))
}

function namedBy(item: ItemContent): string[] {
  return [...objectsOf(item), ...item.attachments.map(({ path }) => path)]
}
