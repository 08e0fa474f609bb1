import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { decodeXml } from '@vestry/contract/sermon-sources/decode-xml.ts'
import { readPodcast } from '@vestry/contract/sermon-sources/read-podcast.ts'
import { fitSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'

// Reads foreign files, one after another: asks for their bytes, and in the end says what each holds.

/** The functions that read each kind of file. */
export const TASKS = {
  /** How many entries of a podcast's feed are read. */
  async feed(most: number) {
    const read = await readPodcast(decodeXml(pieces()), most)
    return read && { ...read, sermons: read.sermons.map(fitSermon) }
  },
  /** A recording with this many bytes. */
  async recording(size: number) {
    const { examineRecording } = await recordings()
    return await examineRecording(askBytes, size)
  },
  async tags(size: number) {
    const { readTags } = await recordings()
    return await readTags(askBytes, size)
  },
}

/** Loaded on demand: 5 MB of code that no feed needs. */
function recordings() {
  return import('./read-recording.ts')
}

let last: Promise<unknown> = Promise.resolve()

/** Answers come one at a time, so the order tells whose they are. */
function ask(wanted: unknown): Promise<Uint8Array> {
  const answer = last.then(async () => {
    parentPort?.postMessage({ wanted })
    return (await next()) as Uint8Array
  })
  last = answer
  return answer
}

function askBytes(start: number, end: number): Promise<Uint8Array> {
  return ask({ start, end })
}

async function next(): Promise<unknown> {
  const [message] = parentPort === null ? [] : await once(parentPort, 'message')
  return message
}

async function* pieces(): AsyncIterable<Uint8Array> {
  for (let piece = await ask('more'); piece !== undefined; piece = await ask('more')) {
    yield piece
  }
}

while (parentPort !== null) {
  const { name, given } = (await next()) as { name: keyof typeof TASKS; given: number }
  const read = await TASKS[name](given).catch(() => undefined)
  await last
  parentPort.postMessage({ read })
}
