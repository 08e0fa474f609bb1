import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { decodeXml } from '@vestry/contract/sermon-sources/decode-xml.ts'
import { readPodcast } from '@vestry/contract/sermon-sources/read-podcast.ts'
import { fitSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'

// Reads a feed by itself: asks for a piece at a time, and says in the end what it holds.

async function* pieces(): AsyncIterable<Uint8Array> {
  while (parentPort !== null) {
    parentPort.postMessage('more')
    const [piece] = await once(parentPort, 'message')
    if (piece === undefined) {
      return
    }
    yield piece
  }
}

const read = await readPodcast(decodeXml(pieces()), workerData.most).catch(() => undefined)
parentPort?.postMessage({ feed: read && { ...read, sermons: read.sermons.map(fitSermon) } })
