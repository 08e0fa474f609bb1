import type { ObjectStore } from '@vestry/s3'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CounterParts, createDownloadCounter, type Recording } from './download-counter.ts'
import { findSound } from './find-sound.ts'
import { keepNewest } from './keep-newest.ts'

const MAX_FILES = 10_000

export type Downloads = ReturnType<typeof watchDownloads>

/** Watches what is sent to listeners, and counts downloads from it. */
export function watchDownloads({ store, ...parts }: CounterParts & { store: Pick<ObjectStore, 'read'> }) {
  const counter = createDownloadCounter(parts)
  const sending = new Set<() => void>()
  /** Where the sound of the file begins. */
  const sounds = new Map<string, number>()

  return {
    flush: counter.flush,

    /** Counts how many of these bytes go through the socket, once the response has ended or its listener has gone. */
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
        // The socket may have closed already, and then there is no further event.
        return
      }
      const { socket } = raw
      const before = socket.bytesWritten
      const settle = () => {
        if (sending.delete(settle) && reply.statusCode < 300) {
          // These include the head of the response, some 500 bytes.
          const end = Math.min(last + 1, first + socket.bytesWritten - before)
          const agent = headers['user-agent'] ?? ''
          counter.count({ recording, begins, first, end, address: ip, agent })
        }
      }
      sending.add(settle)
      reply.raw.once('close', settle)
    },

    /** Counts what is still being sent, and writes all of it down. */
    async close(): Promise<void> {
      for (const settle of sending) {
        settle()
      }
      await counter.flush()
    },
  }
}
