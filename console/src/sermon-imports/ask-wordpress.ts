import type { SourceFile } from '@vestry/contract/sermon-sources/source-sermon.ts'
import type { WordPressReport } from './wordpress-worker.ts'

/** Why the chosen files can't be read. */
export class WordPressError extends Error {
  readonly problem: 'not_wordpress' | 'unreadable'
  constructor(problem: WordPressError['problem']) {
    super(problem)
    this.problem = problem
  }
}

/** Reads an export of WordPress in a worker. Throws `WordPressError`, and the signal's reason. */
export async function askWordPress(
  files: readonly File[],
  { onProgress, signal }: { onProgress: (fraction: number) => void; signal: AbortSignal },
): Promise<SourceFile> {
  const worker = new Worker(new URL('./wordpress-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<SourceFile>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.addEventListener('error', () => reject(new WordPressError('unreadable')))
      worker.addEventListener('message', ({ data }: MessageEvent<WordPressReport>) => {
        if (data.kind === 'progress') {
          onProgress(data.fraction)
        } else if (data.kind === 'read') {
          resolve(data.source)
        } else {
          reject(new WordPressError(data.problem))
        }
      })
      worker.postMessage(files)
    })
  } finally {
    worker.terminate()
  }
}
