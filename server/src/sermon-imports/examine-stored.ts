import { readRecordingChapters } from '@vestry/contract/sermon-sources/recording-chapters.ts'
import { type RecordingTags, recordingTagsOf } from '@vestry/contract/sermon-sources/recording-tags.ts'
import type { ObjectStore } from '@vestry/s3'
import type { Input } from 'mediabunny'

type Reading = Pick<ObjectStore, 'find' | 'read'>

/** What a recording of the store says of itself; nothing where it can't be read. */
export async function readStoredTags(store: Reading, path: string): Promise<RecordingTags> {
  return (await examine(store, path, async (input) => recordingTagsOf(await input.getMetadataTags()))) ?? {}
}

/** The chapters inside a recording of the store, as they are typed; empty where it has none. */
export async function readStoredChapters(store: Reading, path: string): Promise<string> {
  const { size = 0 } = (await store.find(path)) ?? {}
  return await readRecordingChapters((start, end) => readBytes(store, path, start, end), size)
}

/** How many seconds a recording of the store has, and whether it shows anything; undefined where nothing plays it. */
export async function measureStored(store: Reading, path: string) {
  return await examine(store, path, async (input) => {
    if (!(await isHeard(input))) {
      return undefined
    }
    const duration = await input.computeDuration()
    const shown = await input.getPrimaryVideoTrack()
    return { duration: Math.round(duration), media_format: shown === null ? 'audio' : 'video' } as const
  })
}

/** Whether browsers play its sound, if it has any: of MPEG's three layers the third alone, no AC-3, nothing unknown. */
async function isHeard(input: Input): Promise<boolean> {
  const { EncodedPacketSink } = await import('mediabunny')
  const sound = await input.getPrimaryAudioTrack()
  const codec = await sound?.getCodec()
  if (sound === null || codec !== 'mp3') {
    return codec !== null && codec !== 'ac3' && codec !== 'eac3'
  }
  const first = await new EncodedPacketSink(sound).getFirstPacket()
  return first === null || ((first.data[1] ?? 0) & 0x06) === 0x02
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
    read: (start, end) => reading(readBytes(store, path, start, end)),
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

async function readBytes(store: Reading, path: string, start: number, end: number): Promise<Buffer> {
  const bytes = await store.read(path, { first: start, last: end - 1 })
  return Buffer.concat(await bytes.toArray())
}
