import type { lookupRoutes } from '@vestry/contract/calls/lookups.ts'
import { DEFAULT_CATEGORY_ID, DEFAULT_PREACHER_ID } from '@vestry/contract/rules/preaching-rules.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { ApiError } from '../http/api-errors.ts'
import type { Handlers } from '../http/mount-routes.ts'
import type { Trash } from '../trash/create-trash.ts'
import {
  countUses,
  deleteLookup,
  findByKey,
  findLookup,
  hasPodcast,
  insertLookup,
  LOOKUPS,
  type Lookup,
  listLookups,
  listUsedNames,
  moveUses,
  renameLookup,
} from './lookups-sql.ts'

const WORDS = {
  category: { noun: 'category', Noun: 'Category', field: 'category', first: DEFAULT_CATEGORY_ID },
  preacher: { noun: 'presenter', Noun: 'Presenter', field: 'presenterName', first: DEFAULT_PREACHER_ID },
  topic: { noun: 'topic', Noun: 'Topic', field: 'topic', first: undefined },
} as const

type NameKind = keyof typeof WORDS

/** The calls for categories, presenters and topics, from which preaching items choose. */
export function createLookupHandlers({
  database,
  auditLog,
  trash,
}: {
  database: Database
  auditLog: AuditLog
  trash: Trash
}): Handlers<typeof lookupRoutes> {
  const { sql } = database

  async function create(kind: NameKind, name: string, actor: Actor) {
    return await withWriteLock(database, 'preaching', async (db) => {
      const { noun, Noun } = WORDS[kind]
      await refuseTaken(db, kind, { name })
      const id = await insertLookup(db, kind, name, nameKey(name))
      await auditLog.recordChange(db, { kind: `${noun}_added`, records: [`${noun}/${id}`], ...actor })
      return { message: `${Noun} successfully created`, id }
    })
  }

  async function rename(kind: NameKind, lookup: Lookup, actor: Actor) {
    return await withWriteLock(database, 'preaching', async (db) => {
      const { noun, Noun } = WORDS[kind]
      await refuseAbsent(db, kind, lookup.id)
      await refuseTaken(db, kind, lookup)
      await renameLookup(db, kind, lookup, nameKey(lookup.name))
      await auditLog.recordChange(db, {
        kind: `${noun}_renamed`,
        records: [`${noun}/${lookup.id}`],
        ...actor,
      })
      return { message: `${Noun} successfully updated`, id: lookup.id }
    })
  }

  async function remove(kind: NameKind, id: number, actor: Actor) {
    return await withWriteLock(database, 'preaching', async (db) => {
      const { noun, Noun, first } = WORDS[kind]
      await refuseAbsent(db, kind, id)
      const uses = await countUses(db, kind, id)
      if (uses > 0) {
        const items = uses === 1 ? '1 item uses' : `${uses} items use`
        throw new ApiError('in_use', `${items} this ${noun}, so it can't be deleted.`)
      }
      if (await hasPodcast(db, kind, id)) {
        throw new ApiError('in_use', `There is a podcast of this ${noun}, so it can't be deleted.`)
      }
      if (id === first) {
        throw new ApiError('in_use', `New items start with this ${noun}, so it can't be deleted.`)
      }
      await deleteLookup(db, kind, id)
      await auditLog.recordChange(db, { kind: `${noun}_deleted`, records: [`${noun}/${id}`], ...actor })
      return { message: `${Noun} successfully deleted` }
    })
  }

  async function merge(kind: NameKind, { id, into }: { id: number; into: number }, actor: Actor) {
    return await withWriteLock(database, 'preaching', async (db) => {
      const { noun, Noun, first } = WORDS[kind]
      if (id === into) {
        throw new ApiError('invalid_request', `into must be another ${noun}.`, { field: 'into' })
      }
      await refuseAbsent(db, kind, id)
      await refuseAbsent(db, kind, into)
      if (id === first) {
        throw new ApiError(
          'in_use',
          `New items start with this ${noun}, so it can't be merged into another one.`,
        )
      }
      const moved = await moveUses(db, kind, { id, into })
      await trash.moveUses(db, LOOKUPS[kind].table, { id, into })
      await deleteLookup(db, kind, id)
      await auditLog.recordChange(db, {
        kind: `${noun}_merged`,
        records: [`${noun}/${id}`],
        parts: { into: `${noun}/${into}` },
        ...actor,
      })
      return { message: `${Noun} successfully merged`, moved }
    })
  }

  return {
    listNames: async () => ({
      presenters: await listUsedNames(sql, 'preacher'),
      categories: await listUsedNames(sql, 'category'),
      topics: await listUsedNames(sql, 'topic'),
      series: await listUsedNames(sql, 'series'),
    }),
    listCategories: async () =>
      (await listLookups(sql, 'category')).map(({ id, name }) => ({ id, category: name })),
    createCategory: async ({ body, ...actor }) => create('category', body.category, actor),
    updateCategory: async ({ body, ...actor }) =>
      rename('category', { id: body.id, name: body.category }, actor),
    deleteCategory: async ({ query, ...actor }) => remove('category', query.id, actor),
    mergeCategories: async ({ body, ...actor }) => merge('category', body, actor),
    listPreachers: async () =>
      (await listLookups(sql, 'preacher')).map(({ id, name }) => ({ id, presenterName: name })),
    createPreacher: async ({ body, ...actor }) => create('preacher', body.presenterName, actor),
    updatePreacher: async ({ body, ...actor }) =>
      rename('preacher', { id: body.id, name: body.presenterName }, actor),
    deletePreacher: async ({ query, ...actor }) => remove('preacher', query.id, actor),
    mergePreachers: async ({ body, ...actor }) => merge('preacher', body, actor),
    listTopics: async () => (await listLookups(sql, 'topic')).map(({ id, name }) => ({ id, topic: name })),
    createTopic: async ({ body, ...actor }) => create('topic', body.topic, actor),
    updateTopic: async ({ body, ...actor }) => rename('topic', { id: body.id, name: body.topic }, actor),
    deleteTopic: async ({ query, ...actor }) => remove('topic', query.id, actor),
    mergeTopics: async ({ body, ...actor }) => merge('topic', body, actor),
  }
}

async function refuseAbsent(db: Kysely<Tables>, kind: NameKind, id: number) {
  if (!(await findLookup(db, kind, id))) {
    throw new ApiError(
      'not_found',
      `There is no such ${WORDS[kind].noun}; it may have been merged or deleted.`,
    )
  }
}

async function refuseTaken(db: Kysely<Tables>, kind: NameKind, { id, name }: { id?: number; name: string }) {
  const holder = await findByKey(db, kind, nameKey(name))
  if (holder !== undefined && holder !== id) {
    const { noun, field } = WORDS[kind]
    throw new ApiError('name_taken', `A ${noun} with this name already exists.`, { field })
  }
}
