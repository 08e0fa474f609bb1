import { isDeepStrictEqual } from 'node:util'
import type { SermonSeries, sermonSeriesRoutes } from '@vestry/contract/calls/sermon-series.ts'
import { withCopies } from '@vestry/contract/files/poster-copies.ts'
import { SERIES_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { namesOf } from '@vestry/contract/records/record-fields.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import { type Kysely, sql } from 'kysely'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import { releaseObjects } from '../database/is-used-object.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { ApiError } from '../http/api-errors.ts'
import type { Handlers } from '../http/mount-routes.ts'
import type { Trash } from '../trash/create-trash.ts'
import { keepNamed } from '../trash/discarded-objects.ts'
import {
  countUses,
  deleteLookup,
  findByKey,
  hasPodcast,
  insertSeries,
  LOOKUPS,
  moveUses,
  seriesRow,
} from './lookups-sql.ts'

/** The calls for series of sermons. */
export function createSeriesHandlers({
  database,
  auditLog,
  trash,
}: {
  database: Database
  auditLog: AuditLog
  trash: Trash
}): Handlers<typeof sermonSeriesRoutes> {
  const record = (db: Kysely<Tables>, change: 'added' | 'changed' | 'deleted', id: number, actor: Actor) =>
    auditLog.recordChange(db, {
      kind: `sermon_series_${change}`,
      records: [`sermon_series/${id}`],
      ...actor,
    })

  return {
    list: async () => listSeries(database.sql),

    create: async ({ body, caller, address }) =>
      withWriteLock(database, 'preaching', async (db) => {
        await refuseTaken(db, body.name)
        await keepNamed(db, withCopies(body.picture_path))
        const id = await insertSeries(db, body)
        await record(db, 'added', id, { caller, address })
        return { message: 'Series successfully created', id, version: 1 }
      }),

    update: async ({ body: { id, version: loaded, ...content }, caller, address }) =>
      withWriteLock(database, 'preaching', async (db) => {
        const former = await findSeries(db, id)
        const row = seriesRow(content)
        if (isDeepStrictEqual({ ...former, ...row }, former)) {
          return { message: 'Series successfully updated', id, version: former.version, released: [] }
        }
        if (loaded !== undefined && loaded !== former.version) {
          throw new ApiError(
            'changed_meanwhile',
            'Someone else has changed this series since you opened it. Open it again to see their changes.',
          )
        }
        await refuseTaken(db, content.name, id)
        await keepNamed(db, withCopies(content.picture_path))
        const version = former.version + 1
        await db
          .updateTable('sermon_series')
          .set({ ...row, version })
          .where('id', '=', id)
          .execute()
        await record(db, 'changed', id, { caller, address })
        const released = await releaseObjects(db, withCopies(former.picture_path))
        return { message: 'Series successfully updated', id, version, released }
      }),

    remove: async ({ query: { id }, caller, address }) =>
      withWriteLock(database, 'preaching', async (db) => {
        const { picture_path } = await findSeries(db, id)
        const uses = await countUses(db, 'series', id)
        if (uses > 0) {
          const items = uses === 1 ? '1 item is' : `${uses} items are`
          throw new ApiError('in_use', `${items} in this series, so it can't be deleted.`)
        }
        if (await hasPodcast(db, 'series', id)) {
          throw new ApiError('in_use', "There is a podcast of this series, so it can't be deleted.")
        }
        await deleteLookup(db, 'series', id)
        await record(db, 'deleted', id, { caller, address })
        const released = await releaseObjects(db, withCopies(picture_path))
        return { message: 'Series successfully deleted', released }
      }),

    merge: async ({ body: { id, into }, caller, address }) =>
      withWriteLock(database, 'preaching', async (db) => {
        if (id === into) {
          throw new ApiError('invalid_request', 'into must be another series.', { field: 'into' })
        }
        const { picture_path } = await findSeries(db, id)
        await findSeries(db, into)
        const moved = await moveUses(db, 'series', { id, into })
        await trash.moveUses(db, LOOKUPS.series.table, { id, into })
        await deleteLookup(db, 'series', id)
        await auditLog.recordChange(db, {
          kind: 'sermon_series_merged',
          records: [`sermon_series/${id}`],
          parts: { into: `sermon_series/${into}` },
          caller,
          address,
        })
        const released = await releaseObjects(db, withCopies(picture_path))
        return { message: 'Series successfully merged', moved, released }
      }),
  }
}

/** The fields of a series as they are answered; a column can't be called `order`. */
const ANSWERED = namesOf(SERIES_FIELDS).map((name) =>
  name === 'order' ? sql`sermon_order as ${sql.ref(name)}` : sql.ref(name),
)

async function listSeries(db: Kysely<Tables>): Promise<SermonSeries[]> {
  const { rows } =
    await sql<SermonSeries>`select id, ${sql.join(ANSWERED)}, version, coalesce(items, 0) as items
    from sermon_series left join
      (select named, count(*) as items from (${LOOKUPS.series.uses}) as uses group by named) as counted
      on named = id
    order by name_key`.execute(db)
  return rows
}

async function findSeries(db: Kysely<Tables>, id: number) {
  const series = await db.selectFrom('sermon_series').selectAll().where('id', '=', id).executeTakeFirst()
  if (series === undefined) {
    throw new ApiError('not_found', 'There is no such series; it may have been merged or deleted.')
  }
  return series
}

async function refuseTaken(db: Kysely<Tables>, name: string, id?: number) {
  const holder = await findByKey(db, 'series', nameKey(name))
  if (holder !== undefined && holder !== id) {
    throw new ApiError('name_taken', 'A series with this name already exists.', { field: 'name' })
  }
}
