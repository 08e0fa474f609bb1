import { decodeXml } from '@vestry/contract/sermon-sources/decode-xml.ts'
import { readWordPress } from '@vestry/contract/sermon-sources/read-wordpress.ts'
import { fitSermon, type SourceFile } from '@vestry/contract/sermon-sources/source-sermon.ts'

/**
 * The worker's message about an export: how much of it has been read, what it contains, or that it is not an export.
 */
export type WordPressReport =
  | { kind: 'progress'; fraction: number }
  | { kind: 'read'; source: SourceFile }
  | { kind: 'failed'; problem: 'not_wordpress' | 'unreadable' }

/** Progress is reported in steps of this size. */
const STEP = 0.01

addEventListener('message', ({ data }: MessageEvent<File[]>) => {
  read(data).then(report, () => report({ kind: 'failed', problem: 'unreadable' }))
})

function report(message: WordPressReport) {
  self.postMessage(message)
}

async function read(files: readonly File[]): Promise<WordPressReport> {
  const total = files.reduce((sum, file) => sum + file.size, 0)
  let done = 0
  let reported = 0
  const source = await readWordPress(...files.map((file) => decodeXml(piecesOf(file))))
  return source === undefined
    ? { kind: 'failed', problem: 'not_wordpress' }
    : { kind: 'read', source: { ...source, sermons: source.sermons.map(fitSermon) } }

  async function* piecesOf(file: File): AsyncIterable<Uint8Array> {
    const reader = file.stream().getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield next.value
      done += next.value.length
      if (done / total - reported >= STEP) {
        reported = done / total
        report({ kind: 'progress', fraction: reported })
      }
    }
  }
}
