import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { readPodcast } from '@vestry/contract/sermon-sources/read-podcast.ts'

type Feed = Awaited<ReturnType<typeof readPodcast>>

/** In MB; the largest feed that may come takes a third of it. */
const MEMORY = 384
/** In milliseconds, from its first byte to its last. */
const PATIENCE = 90_000

/**
 * Reads the feed of a podcast, so many entries of it, beside everything else: one that takes too much memory or time is
 * none. Throws what ends `body` early.
 */
export async function readFeed(body: Readable, most: number): Promise<Feed> {
  const worker = new Worker(new URL('./feed-worker.ts', import.meta.url), {
    workerData: { most },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    execArgv: [],
  })
  const pieces = body[Symbol.asyncIterator]()
  const patience = AbortSignal.timeout(PATIENCE)
  try {
    return await new Promise<Feed>((done, failed) => {
      const isNone = () => done(undefined)
      patience.addEventListener('abort', isNone)
      worker.on('error', isNone)
      worker.on('exit', isNone)
      worker.on('message', (message: 'more' | { feed: Feed }) => {
        if (message !== 'more') {
          done(message.feed)
          return
        }
        pieces.next().then(({ value }) => worker.postMessage(value), failed)
      })
    })
  } finally {
    await worker.terminate()
    body.destroy()
  }
}
