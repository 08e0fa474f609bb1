import { expect, test } from 'vitest'
import { ForeignReader } from './foreign-reader.ts'

const FEED = '<rss><channel><title>Hope</title><item><guid>1</guid></item></channel></rss>'
const ENTRY = `<item>${'<a b="c">text</a>'.repeat(19_000)}<guid>1</guid></item>`

/** Gives a file piece by piece. */
function giving(...pieces: string[]) {
  const left = pieces.map((piece) => Buffer.from(piece))
  return () => Promise.resolve(left.shift())
}

test('a file that takes too long, too much memory or breaks off is none, and the next one is read', async () => {
  await using reader = new ForeignReader()
  const readsFeed = async () => (await reader.read('feed', 10, giving(FEED), 60_000))?.title
  expect(await reader.read('feed', 10, () => new Promise(() => undefined), 200)).toBe(undefined)
  expect(await readsFeed()).toBe('Hope')
  const entries = Array<string>(300).fill(ENTRY)
  expect(await reader.read('feed', 1e9, giving('<rss><channel>', ...entries), 60_000)).toBe(undefined)
  expect(await readsFeed()).toBe('Hope')
  const fails = () => Promise.reject(new Error('The line broke.'))
  await expect(reader.read('recording', 1000, fails, 60_000)).rejects.toThrow('The line broke.')
  expect(await readsFeed()).toBe('Hope')
  expect(await readsFeed()).toBe('Hope')
})
