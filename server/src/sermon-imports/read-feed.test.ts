import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readFeed } from './read-feed.ts'

const RSS = '<rss><channel><title>Hope</title>'
const feed = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))

test('a feed is read beside everything else', async () => {
  const body = feed(RSS, '<item><title>O', 'ne</title><guid>1</guid></item>', '</channel></rss>')
  expect(await readFeed(body, 10)).toMatchObject({ title: 'Hope', sermons: [{ title: 'One', guid: '1' }] })
  expect(body.destroyed).toBe(true)
})

test.each([
  ['2.5 million entries', '<item/>'.repeat(10_000), 250, 1000],
  ['a million attributes', `<item ${'a="1" '.repeat(200)}`, 5000, undefined],
  ['text without end', '<item><title>'.padEnd(65_536, 'a'), 800, undefined],
])('%s cost no more than is wanted of them', async (_, piece, times, sermons) => {
  let taken = 0
  const body = Readable.from(
    (async function* () {
      yield Buffer.from(RSS)
      for (; taken < times; taken += 1) {
        yield Buffer.from(piece)
      }
    })(),
  )
  expect((await readFeed(body, 1000))?.sermons.length).toBe(sermons)
  expect(taken).toBeLessThan(times)
})

test('what ends the answer early ends the reading', async () => {
  const body = Readable.from(
    (async function* () {
      yield Buffer.from(RSS)
      throw new Error('The line broke.')
    })(),
  )
  await expect(readFeed(body, 10)).rejects.toThrow('The line broke.')
})
