import { MediaError, type PrepareOptions } from './media-types.ts'
import type { RemuxOrder, RemuxReport } from './recordings/remux-messages.ts'

/** The end of an order that did not fail. */
export type FinalReport = Exclude<RemuxReport, { kind: 'progress' | 'failed' }>

/** Starts a worker that carries out one order. Throws `MediaError`, and the signal's reason. */
export async function askWorker(
  order: RemuxOrder,
  { onProgress, signal }: PrepareOptions,
): Promise<FinalReport> {
  const worker = new Worker(new URL('./recordings/remux-worker.ts', import.meta.url), { type: 'module' })
  const ended = new AbortController()
  try {
    return await new Promise<FinalReport>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal })
      worker.addEventListener('error', (event) => reject(new MediaError('failed', event.message)))
      worker.addEventListener('message', ({ data }: MessageEvent<RemuxReport>) => {
        if (data.kind === 'progress') {
          onProgress(data.fraction)
        } else if (data.kind === 'failed') {
          reject(new MediaError(data.code, data.detail, { format: data.format }))
        } else {
          // Without access to files, it starts again in memory.
          if (data.kind !== 'no_file_access') {
            onProgress(1)
          }
          resolve(data)
        }
      })
      signal.throwIfAborted()
      worker.postMessage(order)
    })
  } finally {
    ended.abort()
    worker.terminate()
  }
}
