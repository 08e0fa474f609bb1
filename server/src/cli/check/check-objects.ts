import { createHash } from 'node:crypto'
import { withCopies } from '@vestry/contract/files/poster-copies.ts'
import { DEFAULT_POSTER_PATH, IMAGE_PREFIX, MEDIA_PREFIX } from '@vestry/contract/sermons/media.ts'
import type { ListedObject, ReadableStore } from '@vestry/s3'
import type { Clock } from '../../clock.ts'
import { findAwaitedObjects } from '../../database/awaited-objects.ts'
import { isUsedObject } from '../../database/is-used-object.ts'
import type { Database } from '../../database/open-database.ts'
import { collectFindings, count, type Finding, someOf } from './finding.ts'

/** An upload of today may belong to a form that is still open. */
const DAY = 24 * 60 * 60_000

type Shelf = Omit<ReadableStore, 'close'>

export type Orphan = { key: string; size: number }

/**
 * Compares the objects of the store with the rows that name them. `deep` also reads every byte and compares it with the
 * checksum that was kept.
 */
export async function checkObjects(given: {
  database: Database
  store: Shelf
  clock: Clock
  deep: boolean
}): Promise<{ findings: Finding[]; orphans: Orphan[] }> {
  const { database, store, clock, deep } = given
  const { findings, ok, warn, fault } = collectFindings('objects')
  const named = await findNamed(database)
  const awaited = await findAwaitedObjects(database.sql)
  const missing = new Set(named)
  const orphans: Orphan[] = []
  const damaged: string[] = []
  let seen = 0
  let unproved = 0
  for (const prefix of [IMAGE_PREFIX, MEDIA_PREFIX]) {
    for await (const object of store.list(prefix)) {
      seen += 1
      missing.delete(object.key)
      const isOwned = named.has(object.key) || awaited.has(object.key)
      if (!isOwned && clock.now() - object.modified > DAY) {
        orphans.push({ key: object.key, size: object.size })
      }
      const state = deep ? await compareBytes(store, object) : await measureBytes(store, object)
      if (state === 'damaged') {
        damaged.push(object.key)
      }
      unproved += state === 'unproved' ? 1 : 0
    }
  }
  const lost: string[] = []
  for (const key of [...missing].sort()) {
    // Asked again, since recordings may be published and removed during the check.
    if (!(await store.find(key)) && (await isUsedObject(database.sql, key))) {
      lost.push(key)
    }
  }
  if (lost.length > 0) {
    fault(
      `${count(lost.length, 'object')} that recordings name ${lost.length === 1 ? 'is' : 'are'} missing: ${someOf(lost)}.`,
      'Put them back from a backup, or upload them again in the console.',
    )
  }
  if (damaged.length > 0) {
    fault(
      `The bytes of ${count(damaged.length, 'object')} are not those that were stored: ${someOf(damaged)}.`,
      'Look at the disk, and put them back from a backup.',
    )
  }
  if (orphans.length > 0) {
    warn(
      `${count(orphans.length, 'object')} of ${count(
        orphans.reduce((sum, { size }) => sum + size, 0),
        'byte',
      )} belong to no recording: ${someOf(orphans.map(({ key }) => key))}.`,
      'Remove them with "check --fix orphans", which does so at once and names each.',
    )
  }
  if (findings.length === 0) {
    ok(`${count(seen, 'object')}, every one that a recording names among them.`)
  }
  const unfinished = store.unfinished?.() ?? { number: 0, bytes: 0 }
  if (unfinished.number > 0) {
    ok(
      `${count(unfinished.number, 'upload')} of ${count(unfinished.bytes, 'byte')} ${unfinished.number === 1 ? 'is' : 'are'} unfinished; what nobody goes on with is removed seven days after its last part.`,
    )
  }
  const others = store.otherBuckets?.() ?? []
  if (others.length > 0) {
    ok(
      `Of your own there ${others.length === 1 ? 'is the bucket' : 'are the buckets'} ${someOf(others)}; no backup holds ${others.length === 1 ? 'it' : 'them'}.`,
    )
  }
  if (deep && damaged.length === 0) {
    const some = unproved > 0 ? `; of ${count(unproved, 'object')} that came in parts only the length` : ''
    ok(`Every byte could be read and is what was stored${some}.`)
  }
  return { findings, orphans }
}

async function findNamed({ sql }: Database): Promise<Set<string>> {
  const named = new Set([DEFAULT_POSTER_PATH])
  for (const { path } of await sql.selectFrom('used_object').select('path').distinct().execute()) {
    for (const one of withCopies(path)) {
      named.add(one)
    }
  }
  named.delete('')
  return named
}

async function measureBytes(store: Shelf, { key, etag }: ListedObject): Promise<'whole' | 'damaged'> {
  const isWhole = (await store.isWhole?.(key)) ?? true
  // Somebody may have replaced or removed it meanwhile.
  return isWhole || (await store.find(key))?.etag !== etag ? 'whole' : 'damaged'
}

/**
 * Reads an object and compares each of its parts with its MD5. In a store that doesn't list the parts, the ETag is the
 * MD5 of an object that was uploaded in one piece; of one that was uploaded in several it says nothing.
 */
async function compareBytes(store: Shelf, object: ListedObject): Promise<'whole' | 'damaged' | 'unproved'> {
  const { key, size, etag } = object
  const parts = store.findParts?.(key) ?? [{ size, md5: /^[0-9a-f]{32}$/.test(etag) ? etag : undefined }]
  let state: 'whole' | 'damaged' | 'unproved' = 'whole'
  try {
    const bytes = readExactly(await store.read(key))
    for (const part of parts) {
      const md5 = await bytes.digest(part.size)
      if (part.md5 === undefined) {
        state = 'unproved'
      } else if (md5 !== part.md5) {
        state = 'damaged'
      }
    }
    await bytes.end()
  } catch {
    state = 'damaged'
  }
  // Somebody may have replaced or removed it meanwhile.
  return state === 'damaged' && (await store.find(key))?.etag !== etag ? 'whole' : state
}

/** Splits a stream into pieces of the given lengths. Throws when it has fewer or more bytes. */
function readExactly(stream: AsyncIterable<Buffer>) {
  const source = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    async digest(length: number): Promise<string> {
      const hash = createHash('md5')
      for (let left = length; left > 0; ) {
        if (rest.length === 0) {
          const next = await source.next()
          if (next.done) {
            throw new Error('There are fewer bytes than there should be.')
          }
          rest = next.value
        }
        const taken = rest.subarray(0, left)
        hash.update(taken)
        left -= taken.length
        rest = rest.subarray(taken.length)
      }
      return hash.digest('hex')
    },
    async end(): Promise<void> {
      if (rest.length > 0 || !(await source.next()).done) {
        throw new Error('There are more bytes than there should be.')
      }
    },
  }
}
