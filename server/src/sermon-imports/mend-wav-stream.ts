import { Readable } from 'node:stream'
import { closeWavSizes, WAV_HEAD } from '@vestry/contract/files/wav-sizes.ts'

/** A recording of so many bytes on its way, with the sizes that a recorder without power has left open. */
export function mendWavStream(body: Readable, size: number): Readable {
  return Readable.from(mended(body, size), { objectMode: false })
}

async function* mended(body: AsyncIterable<Buffer>, size: number) {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of body) {
    if (head === undefined) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length >= WAV_HEAD) {
      closeWavSizes(head, size)
      yield head
      head = undefined
    }
  }
  if (head !== undefined) {
    closeWavSizes(head, size)
    yield head
  }
}
