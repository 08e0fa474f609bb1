import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { findSound } from './find-sound.ts'

/** A tag whose content has 200 bytes, written as 1 and 72, since each byte has seven bits. */
const TAG = Buffer.from([...Buffer.from('ID3'), 4, 0, 0, 0, 0, 1, 72])
const WITH_FOOTER = Buffer.from([...Buffer.from('ID3'), 4, 0, 0x10, 0, 0, 1, 72])
const NO_TAG = Buffer.alloc(10, 0xff)

test.each([
  ['behind its tag', TAG, 1000, 210],
  ['behind the footer of its tag', WITH_FOOTER, 1000, 220],
  ['behind its tag, of which one byte is left', TAG, 211, 210],
  ['at once, where the tag leaves nothing', TAG, 210, 0],
  ['at once, where the tag is longer than the recording', TAG, 209, 0],
  ['at once, where there is no tag', NO_TAG, 1000, 0],
])('the sound begins %s', async (_where, header, size, begins) => {
  const asked: unknown[] = []
  const read = async (path: string, range?: { first: number; last: number }) => {
    asked.push([path, range])
    return Readable.from([header])
  }
  expect(await findSound({ read }, 'preaching/2026/a.mp3', size)).toBe(begins)
  expect(asked).toEqual([['preaching/2026/a.mp3', { first: 0, last: 9 }]])
})

test('what is shorter than the head of a tag is not read', async () => {
  const read = () => Promise.reject(new Error('read'))
  expect(await findSound({ read }, 'preaching/2026/a.mp3', 9)).toBe(0)
})
