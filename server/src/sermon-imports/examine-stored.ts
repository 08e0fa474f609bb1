import type { RecordingTags } from '@vestry/contract/sermon-sources/recording-tags.ts'
import type { ObjectStore } from '@vestry/s3'
import { ForeignReader } from './foreign-reader.ts'

type Reading = Pick<ObjectStore, 'find' | 'read'>

const MB = 1024 * 1024
/** No index of a recording is larger. */
const MOST_AT_ONCE = 64 * MB
/** A recording is read no more often than so many times. */
const MOST_TIMES = 4
/** In milliseconds. */
const PATIENCE = 5 * 60_000

/** More is wanted of a recording than any has. */
class TooMuchError extends Error {}

/** What a recording of the store says of itself; nothing where it can't be read. */
export async function readStoredTags(
  store: Reading,
  path: string,
  reader: ForeignReader,
): Promise<RecordingTags> {
  return (await readStored(store, path, (size, give) => reader.read('tags', size, give, PATIENCE))) ?? {}
}

/** What there is to know of a recording of the store; undefined where nothing plays it. */
export async function examineStored(store: Reading, path: string) {
  await using reader = new ForeignReader()
  return await readStored(store, path, (size, give) => reader.read('recording', size, give, PATIENCE))
}

/** Throws what the store throws: what it can't give is no fault of the recording. */
async function readStored<Result>(
  store: Reading,
  path: string,
  read: (size: number, give: (wanted: unknown) => Promise<Buffer>) => Promise<Result>,
): Promise<Result | undefined> {
  const { size = 0 } = (await store.find(path)) ?? {}
  let left = MOST_TIMES * size + MOST_AT_ONCE
  try {
    return await read(size, async (wanted) => {
      const { start, end } = wanted as { start: number; end: number }
      left -= end - start
      if (end - start > MOST_AT_ONCE || left < 0) {
        throw new TooMuchError()
      }
      const bytes = await store.read(path, { first: start, last: end - 1 })
      return Buffer.concat(await bytes.toArray())
    })
  } catch (error) {
    if (error instanceof TooMuchError) {
      return undefined
    }
    throw error
  }
}
