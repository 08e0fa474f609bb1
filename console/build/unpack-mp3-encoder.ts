import { runInNewContext } from 'node:vm'
import type { Plugin } from 'vite'

/**
 * Part of the name of the file in which the MP3 encoder runs, the only one that may compile WebAssembly
 * (`serve-console.ts`).
 */
const NAME = 'mp3-encoder-worker.js'
const CALL = /inlineWorker\(('(?:[^'\\]|\\[\s\S])*')\)/

/**
 * Gives the MP3 encoder's own worker a file: the package has it as a text that becomes a blob, and the console's policy
 * forbids blobs. A build fails if the package has changed.
 */
export function unpackMp3Encoder(): Plugin {
  return {
    name: 'vestry:unpack-mp3-encoder',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/mediabunny-mp3-encoder.')) {
        return
      }
      const [call, text] = CALL.exec(code) ?? []
      if (call === undefined || text === undefined) {
        throw new Error('The MP3 encoder has no worker where it had one.')
      }
      const file = this.emitFile({ type: 'asset', name: NAME, source: String(runInNewContext(text)) })
      return code.replace(call, () => `new Worker(import.meta.ROLLUP_FILE_URL_${file})`)
    },
  }
}
