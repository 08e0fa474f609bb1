import type { Readable } from 'node:stream'
import type { readPodcast } from '@vestry/contract/sermon-sources/read-podcast.ts'
import { ForeignReader } from './foreign-reader.ts'

type Feed = Awaited<ReturnType<typeof readPodcast>>

/** In milliseconds, for all of the feed. */
const PATIENCE = 90_000

/** Reads up to this many entries of a podcast's feed. If `body` ends early with an error, that is thrown. */
export async function readFeed(body: Readable, most: number): Promise<Feed> {
  const pieces = body[Symbol.asyncIterator]()
  await using reader = new ForeignReader()
  try {
    return await reader.read('feed', most, async () => (await pieces.next()).value, PATIENCE)
  } finally {
    body.destroy()
  }
}
