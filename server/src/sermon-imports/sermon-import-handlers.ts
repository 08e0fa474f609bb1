import type { SermonImport, sermonImportRoutes } from '@vestry/contract/calls/sermon-imports.ts'
import { MAX_IMPORTED_SERMONS, SERMON_IMPORT_DAYS } from '@vestry/contract/rules/sermon-import-rules.ts'
import {
  fitSermon,
  type SermonSource,
  type SourceSermon,
} from '@vestry/contract/sermon-sources/source-sermon.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import type { ObjectStore } from '@vestry/s3'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../audit/audit-log.ts'
import { findAwaitedObjects } from '../database/awaited-objects.ts'
import { releaseObjects } from '../database/is-used-object.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { ApiError } from '../http/api-errors.ts'
import type { Caller } from '../http/caller.ts'
import type { Handlers } from '../http/mount-routes.ts'
import { listLookups } from '../lookups/lookups-sql.ts'
import { removeSeveral } from '../preaching/change-several.ts'
import type { ChurchClock } from '../preaching/preaching-sql.ts'
import type { Trash } from '../trash/create-trash.ts'
import { keepNamed } from '../trash/discarded-objects.ts'
import { FetchError, type FetchPublic } from './fetch-public.ts'
import { planSermons } from './known-sermons.ts'
import { readPodcastAt, readStore } from './read-sources.ts'
import { removeCreated } from './remove-created.ts'
import type { createImporter } from './run-imports.ts'
import {
  countStates,
  deleteImport,
  findImport,
  type ImportRecord,
  insertImport,
  listImported,
  listImports,
  listRows,
  listSpeakers,
  moveRows,
  saveImport,
} from './sermon-imports-sql.ts'

/** Titles, which come before a name but are not part of it. */
const TITLES = new Set(
  `rev reverend reverendo reverenda pastor pastora pas ps pr dr dra doctor elder deacon bishop obispo father padre fr p brother
  sister bro sis hermano hermana hno hna mr mrs ms sr sra srta the el la`.split(/\s+/),
)

/** The words of a name without titles: those of `Rev. J. Smith` are `j`, `smith`. */
function wordsOf(name: string): string[] {
  const words = searchKey(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const named = words.filter((word) => !TITLES.has(word))
  return named.length > 0 ? named : words
}

/** Whether two names differ at most in titles, points and accents. */
function isSameName(a: string, b: string): boolean {
  return wordsOf(a).join(' ') === wordsOf(b).join(' ')
}

/**
 * Whether two names may belong to one person: the same surname, and first names of which one may stand for the other.
 */
function mayBeSame(a: string, b: string): boolean {
  const [first = '', ...restOfFirst] = wordsOf(a)
  const [second = '', ...restOfSecond] = wordsOf(b)
  const last = restOfFirst.at(-1)
  return (
    isSameName(a, b) ||
    (last !== undefined &&
      last === restOfSecond.at(-1) &&
      (first.startsWith(second) || second.startsWith(first))) ||
    (last === undefined && restOfSecond.length > 0 && first.length > 2 && first === restOfSecond.at(-1)) ||
    (restOfSecond.length === 0 && last !== undefined && second.length > 2 && second === last)
  )
}

/** How long an import can be undone. */
export const IMPORTS_KEPT = SERMON_IMPORT_DAYS * 24 * 60 * 60_000
/** How many names are compared with each other. */
const COMPARED = 500

const WHY_NOT: Record<FetchError['problem'], string> = {
  not_secure: 'Type a whole address that begins with https://.',
  not_public: 'This address is not on the public Internet.',
  not_found: 'There is nothing at this address.',
  refused: 'The server at this address refuses to give it.',
  unreachable: 'The server at this address could not be reached.',
  timed_out: 'The server at this address took too long.',
  too_large: 'What is at this address is too large for a feed.',
  redirects: 'This address leads from one to the next without end.',
}

/** The calls that import sermons from elsewhere. */
export function createSermonImportHandlers({
  database,
  store,
  auditLog,
  trash,
  fetchPublic,
  clock,
  timeZone,
  importer,
  onError,
}: {
  database: Database
  store: Pick<ObjectStore, 'list' | 'find' | 'read'>
  auditLog: AuditLog
  trash: Trash
  fetchPublic: FetchPublic
  importer: Pick<ReturnType<typeof createImporter>, 'wake' | 'halt'>
  /** Called when a recording could not be removed yet; a job tries again. */
  onError: (error: unknown) => void
} & ChurchClock): Handlers<typeof sermonImportRoutes> {
  const { sql: db } = database

  async function begin(source: SermonSource, name: string, sermons: readonly SourceSermon[], caller: Caller) {
    const planned = await planSermons(db, sermons, timeZone())
    const id = await withWriteLock(database, 'preaching', async (change) => {
      const uploaded = source === 'folder' ? sermons.map(({ recording }) => recording) : []
      await keepNamed(change, uploaded)
      return await insertImport(
        change,
        {
          source,
          name,
          at: clock.now(),
          state: 'read',
          choices: '',
          created: '[]',
          busy_until: 0,
          imported_by: caller.sub,
          imported_by_name: caller.email,
        },
        planned,
      )
    })
    return { id }
  }

  return {
    list: async () => {
      const imports = await listImports(db, clock.now() - IMPORTS_KEPT)
      const counted = await countStates(
        db,
        imports.map(({ id }) => id),
      )
      return imports.map((one) => told(one, counted(one.id)))
    },

    find: async ({ query: { id, ...page } }) => {
      const present = await requireImport(db, id)
      const counts = (await countStates(db, [id]))(id)
      const rows = await listRows(db, id, page)
      return {
        ...told(present, counts),
        speakers: await proposeSpeakers(db, id),
        rows: rows.map(({ why, speakers, content, uuid, ...row }) => ({
          ...row,
          recording: (JSON.parse(content) as SourceSermon).recording,
          ...(why !== '' && { why }),
          ...(uuid !== '' && { uuid }),
          speakers: JSON.parse(speakers) as string[],
        })),
        totalCount:
          page.state === undefined
            ? Object.values(counts).reduce((sum, count) => sum + count, 0)
            : counts[page.state],
      }
    },

    read: async ({ body: { source, name, sermons }, caller }) => begin(source, name, sermons, caller),

    readPodcast: async ({ body: { address }, caller }) => {
      const refuse = (message: string): never => {
        throw new ApiError('invalid_request', message, { field: 'address' })
      }
      const feed = await readPodcastAt(address, fetchPublic).catch((error: unknown) => {
        if (error instanceof FetchError) {
          return refuse(WHY_NOT[error.problem])
        }
        throw error
      })
      if (feed === undefined) {
        return refuse('What is at this address is no podcast.')
      }
      if (feed.isLocked) {
        return refuse(
          'This podcast is locked against being taken over. Unlock it where it is kept, and try again.',
        )
      }
      const readable = feed.sermons.slice(0, MAX_IMPORTED_SERMONS).map(fitSermon)
      if (readable.length === 0) {
        return refuse('There is no sermon in this podcast.')
      }
      return await begin('podcast', feed.title.slice(0, 255) || address, readable, caller)
    },

    readStore: async ({ caller }) => {
      const sermons = await readStore(db, store)
      if (sermons.length === 0) {
        throw new ApiError(
          'invalid_request',
          'Every recording in the store belongs to a sermon already, perhaps to one in the trash, or to an unfinished import.',
        )
      }
      return await begin('store', '', sermons, caller)
    },

    start: async ({ body: { id, choices }, caller }) => {
      await withWriteLock(database, 'preaching', async (change) => {
        const present = await requireImport(change, id)
        if (present.state === 'undone' || (present.choices === '' && choices === undefined)) {
          throw changedMeanwhile()
        }
        if (present.state === 'read') {
          await moveRows(change, id, ['new'], 'left_out', choices?.leave_out ?? [])
          await moveRows(change, id, ['alike'], 'waiting', choices?.take ?? [])
          await moveRows(change, id, ['new'], 'waiting')
          await moveRows(change, id, ['alike'], 'left_out')
          await saveImport(change, id, {
            choices: JSON.stringify(choices),
            imported_by: caller.sub,
            imported_by_name: caller.email,
          })
        }
        await moveRows(change, id, ['failed'], 'waiting')
        await saveImport(change, id, { state: 'running' })
      })
      importer.wake()
      return { message: 'The import has started.' }
    },

    stop: async ({ body: { id } }) => {
      await withWriteLock(database, 'preaching', async (change) => {
        const { state } = await requireImport(change, id)
        if (state === 'running') {
          await saveImport(change, id, { state: 'stopped' })
        }
      })
      importer.halt(id)
      return { message: 'The import has stopped.' }
    },

    undo: async ({ body: { id }, caller, address }) =>
      withWriteLock(database, 'preaching', async (change) => {
        const actor = { caller, address }
        const present = await requireImport(change, id)
        if (present.state === 'read' || present.state === 'running') {
          throw changedMeanwhile()
        }
        const imported = await listImported(change, id)
        const untouched = imported.filter(({ version }) => version === 1).map(({ uuid }) => uuid)
        // What was in the store before the import must not be removed with it.
        const putItem = present.source === 'store' ? trash.putWithoutRecording : trash.putItem
        const { deleted } = await removeSeveral(change, untouched, { trash: { putItem }, auditLog, actor })
        if (present.state !== 'undone') {
          await removeCreated(change, JSON.parse(present.created), { auditLog, actor })
          await saveImport(change, id, { state: 'undone' })
          await auditLog.recordChange(change, {
            kind: 'sermon_import_undone',
            records: [`sermon_import/${id}`],
            ...actor,
          })
        }
        return {
          removed: deleted.length,
          kept: imported
            .filter(({ uuid }) => !deleted.includes(uuid))
            .map(({ uuid, localizedname }) => ({ uuid, title: localizedname })),
        }
      }),

    remove: async ({ query: { id } }) => {
      await withWriteLock(database, 'preaching', async (change) => {
        const { state, source } = await requireImport(change, id)
        if (state !== 'read') {
          throw changedMeanwhile()
        }
        const uploaded = source === 'folder' ? await findAwaitedObjects(change, { id }) : []
        await deleteImport(change, id)
        await releaseObjects(change, [...uploaded])
      })
      await trash.removeDiscarded().catch(onError)
      return { message: 'The import is removed.' }
    },
  }
}

function told(
  { id, source, name, at, imported_by_name, state }: ImportRecord,
  counts: SermonImport['counts'],
): SermonImport {
  return { id, source, name, at, by: imported_by_name, state, counts }
}

async function requireImport(db: Kysely<Tables>, id: number): Promise<ImportRecord> {
  const present = await findImport(db, id)
  if (present === undefined) {
    throw new ApiError('not_found', 'There is no such import; imports are kept for thirty days.')
  }
  return present
}

function changedMeanwhile(): ApiError {
  return new ApiError(
    'changed_meanwhile',
    'The import is at another stage by now. Open it again to see which.',
  )
}

/** The speakers, each with the presenter that it seems to be, and with all names that may belong to the same person. */
async function proposeSpeakers(db: Kysely<Tables>, id: number) {
  const speakers = await listSpeakers(db, id)
  const presenters = (await listLookups(db, 'preacher')).map(({ name }) => name)
  return speakers.map(({ name, sermons }, at) => {
    const others = [...presenters, ...speakers.slice(0, COMPARED).map((other) => other.name)]
    const before = [...presenters, ...speakers.slice(0, at).map((other) => other.name)]
    return {
      name,
      sermons,
      as: before.find((other) => isSameName(other, name)) ?? name,
      alike: [...new Set(others)].filter((other) => other !== name && mayBeSame(other, name)).slice(0, 10),
    }
  })
}
