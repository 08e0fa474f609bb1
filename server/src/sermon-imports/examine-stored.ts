import { type RecordingTags, recordingTagsOf } from '@vestry/contract/sermon-sources/recording-tags.ts'
import type { ObjectStore } from '@vestry/s3'
import type { Input } from 'mediabunny'

type Reading = Pick<ObjectStore, 'find' | 'read'>

/** What a recording of the store says of itself; nothing where it can't be read. */
export async function readStoredTags(store: Reading, path: string): Promise<RecordingTags> {
  return (await examine(store, path, async (input) => recordingTagsOf(await input.getMetadataTags()))) ?? {}
}

/** How many seconds a recording of the store has, and whether it shows anything; undefined where it can't be read. */
export async function measureStored(store: Reading, path: string) {
  return await examine(store, path, async (input) => {
    const duration = await input.computeDuration()
    const shown = await input.getPrimaryVideoTrack()
    return { duration: Math.round(duration), media_format: shown === null ? 'audio' : 'video' } as const
  })
}

async function examine<Result>(
  store: Reading,
  path: string,
  read: (input: Input) => Promise<Result>,
): Promise<Result | undefined> {
  // 5 MB of programs, which nobody needs who imports nothing.
  const { ALL_FORMATS, CustomSource, Input } = await import('mediabunny')
  let failure: { error: unknown } | undefined
  /** What the store can't give is no fault of the recording. */
  const reading = async <Bytes>(from: Promise<Bytes>) => {
    try {
      return await from
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  const source = new CustomSource({
    getSize: () => reading(store.find(path).then((found) => found?.size ?? 0)),
    read: (start, end) =>
      reading(
        store
          .read(path, { first: start, last: end - 1 })
          .then(async (bytes) => Buffer.concat(await bytes.toArray())),
      ),
    prefetchProfile: 'network',
    handleUnhandledError: () => undefined,
  })
  try {
    using input = new Input({ formats: ALL_FORMATS, source })
    return (await input.canRead()) ? await read(input) : undefined
  } catch {
    if (failure) {
      throw failure.error
    }
    return undefined
  }
}
