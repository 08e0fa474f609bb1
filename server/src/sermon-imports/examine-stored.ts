import type { RecordingTags } from '@vestry/contract/sermon-sources/recording-tags.ts'
import type { ObjectStore } from '@vestry/s3'
import { ForeignReader } from './foreign-reader.ts'

type Reading = Pick<ObjectStore, 'find' | 'read'>

const MB = 1024 * 1024
/** No recording has a larger index. */
const MOST_AT_ONCE = 64 * MB
/** How often a recording is read at most. */
const MOST_TIMES = 4
/** In milliseconds. */
const PATIENCE = 5 * 60_000

/** Reading the recording would need more than any recording has. */
class TooMuchError extends Error {}

/** What a recording in the store says of itself; nothing if it can't be read. */
export async function readStoredTags(
  store: Reading,
  path: string,
  reader: ForeignReader,
): Promise<RecordingTags> {
  return (await readStored(store, path, (size, give) => reader.read('tags', size, give, PATIENCE))) ?? {}
}

/** What can be found out about a recording in the store; undefined if browsers can't play it. */
export async function examineStored(store: Reading, path: string) {
  await using reader = new ForeignReader()
  return await readStored(store, path, (size, give) => reader.read('recording', size, give, PATIENCE))
}

/** Errors of the store are thrown: they are no fault of the recording. */
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
