import type { ObjectStore } from '@vestry/s3'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CounterParts, createDownloadCounter, type Recording } from './download-counter.ts'
import { findSound } from './find-sound.ts'
import { keepNewest } from './keep-newest.ts'

const MAX_FILES = 10_000

export type Downloads = ReturnType<typeof watchDownloads>

/** Watches what goes to listeners, and counts by it. */
export function watchDownloads({ store, ...parts }: CounterParts & { store: Pick<ObjectStore, 'read'> }) {
  const counter = createDownloadCounter(parts)
  const sending = new Set<() => void>()
  /** Where the sound of a file begins. */
  const sounds = new Map<string, number>()

  return {
    flush: counter.flush,

    /** Counts what of these bytes goes through the socket, once the response is over or its listener has gone. */
    async watch(
      { raw, ip, headers }: FastifyRequest,
      reply: FastifyReply,
      recording: Recording,
      { first, last }: { first: number; last: number },
    ): Promise<void> {
      const { path, size } = recording
      const begins = sounds.get(path) ?? (await findSound(store, path, size))
      keepNewest(sounds, path, begins, MAX_FILES)
      if (reply.raw.destroyed) {
        // Nobody hears of a close that has been.
        return
      }
      const { socket } = raw
      const before = socket.bytesWritten
      const settle = () => {
        if (sending.delete(settle) && reply.statusCode < 300) {
          // The head of the response is among them, some 500 bytes.
          const end = Math.min(last + 1, first + socket.bytesWritten - before)
          const agent = headers['user-agent'] ?? ''
          counter.count({ recording, begins, first, end, address: ip, agent })
        }
      }
      sending.add(settle)
      reply.raw.once('close', settle)
    },

    /** Counts what is still being sent, and writes everything down. */
    async close(): Promise<void> {
      for (const settle of sending) {
        settle()
      }
      await counter.flush()
    },
  }
}
