import { expect, test } from 'vitest'
import { fingerprintOf, sampleStarts } from './fingerprint.ts'
import { completionOf, partSizeFor, planParts } from './part-plan.ts'

const MEBIBYTE = 1024 * 1024

test('parts are of 8 MiB, and larger where there would be more than a store lists at once', () => {
  expect(partSizeFor(20 * MEBIBYTE)).toBe(8 * MEBIBYTE)
  expect(partSizeFor(4096 * MEBIBYTE)).toBe(8 * MEBIBYTE)
  const size = 50_000 * MEBIBYTE
  expect(Math.ceil(size / partSizeFor(size))).toBeLessThanOrEqual(900)
})

test('parts cover a file without a gap', () => {
  expect(planParts(25, 10)).toEqual([
    { number: 1, start: 0, end: 10 },
    { number: 2, start: 10, end: 20 },
    { number: 3, start: 20, end: 25 },
  ])
})

test('a completion names every part with its tag, in order', () => {
  expect(completionOf(['"a"', '"b&c"'])).toBe(
    '<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
      '<Part><PartNumber>1</PartNumber><ETag>&quot;a&quot;</ETag></Part>' +
      '<Part><PartNumber>2</PartNumber><ETag>&quot;b&amp;c&quot;</ETag></Part></CompleteMultipartUpload>',
  )
})

test('the pieces of a fingerprint reach from the first byte to the last', () => {
  const size = 100 * MEBIBYTE
  const starts = sampleStarts(size)
  expect([starts.length, starts[0], starts.at(-1)]).toEqual([16, 0, size - 65_536])
  expect(sampleStarts(0)).toEqual([])
  expect(sampleStarts(70_000)).toEqual([0, 65_536])
})

test('a fingerprint changes with the name, the content and the time of change', async () => {
  const file = (name: string, content: string, lastModified: number) =>
    fingerprintOf(new File([content], name, { lastModified }))
  const prints = [
    await file('a.mp3', 'one', 1),
    await file('b.mp3', 'one', 1),
    await file('a.mp3', 'two', 1),
    await file('a.mp3', 'one', 2),
  ]
  expect(new Set(prints).size).toBe(4)
  expect(await file('a.mp3', 'one', 1)).toBe(prints[0])
})
