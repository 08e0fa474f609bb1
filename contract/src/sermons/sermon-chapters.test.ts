import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  appleShowsChapters,
  type Chapter,
  chaptersDocument,
  MAX_CHAPTER_TITLE,
  readChapters,
  readChaptersDocument,
  writeChapters,
} from './sermon-chapters.ts'

test('chapters are read as people type them', () => {
  const typed =
    '00:00 Welcome\r\n\r\n1:05 - Reading: John 3:16\n- 12:30 | Oración\n[75:10] Blessing\n(1:20:00) – 12 stones\n01:30:00: End'
  expect(readChapters(typed)).toEqual({
    chapters: [
      { at: 0, title: 'Welcome' },
      { at: 65, title: 'Reading: John 3:16' },
      { at: 750, title: 'Oración' },
      { at: 4510, title: 'Blessing' },
      { at: 4800, title: '12 stones' },
      { at: 5400, title: 'End' },
    ],
    unread: [],
  })
})

test('a line that is no chapter is named with its reason, and the others are read', () => {
  const typed = `Chapters\n00:10 One\n00:10 Two\n00:05 Three\n00:61 Four\n1:75:00 Five\n02:00\n03:00 ${'x'.repeat(MAX_CHAPTER_TITLE + 1)}\n04:00 Six`
  const { chapters, unread } = readChapters(typed)
  expect(chapters).toEqual([
    { at: 10, title: 'One' },
    { at: 240, title: 'Six' },
  ])
  expect(unread.map(({ line, reason }) => [line, reason])).toEqual([
    [1, 'no_time'],
    [3, 'order'],
    [4, 'order'],
    [5, 'no_time'],
    [6, 'no_time'],
    [7, 'no_title'],
    [8, 'too_long'],
  ])
})

test('Apple shows three chapters or more from the very beginning', () => {
  const three = [0, 60, 120].map((at) => ({ at, title: 'A' }))
  expect(appleShowsChapters(three)).toBe(true)
  expect(appleShowsChapters(three.slice(0, 2))).toBe(false)
  expect(appleShowsChapters(three.map(({ at, title }) => ({ at: at + 1, title })))).toBe(false)
})

test('they are written as a description and as the document of Podcasting 2.0', () => {
  const chapters = [
    { at: 0, title: 'Welcome' },
    { at: 3725, title: 'End' },
  ]
  expect(writeChapters(chapters)).toBe('00:00:00 Welcome\n01:02:05 End')
  expect(writeChapters(chapters.slice(0, 1))).toBe('00:00 Welcome')
  expect(chaptersDocument(chapters)).toEqual({
    version: '1.2.0',
    chapters: [
      { startTime: 0, title: 'Welcome' },
      { startTime: 3725, title: 'End' },
    ],
  })
})

const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc
    .tuple(fc.nat(120), fc.nat(70), fc.string({ unit: 'grapheme', maxLength: 30 }))
    .map(([minutes, seconds, title]) => `${minutes}:${String(seconds).padStart(2, '0')} ${title}`),
)

test('any lines are chapters or unread, and chapters read again as they were written', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const { chapters, unread } = readChapters(lines.join('\n'))
      expect(chapters.every(({ at }, index) => at > (chapters[index - 1]?.at ?? -1))).toBe(true)
      expect(unread.length + chapters.length).toBeLessThanOrEqual(
        lines.join('\n').split(/[\n\r\v\f\u0085\u2028\u2029]/).length,
      )
      expect(readChapters(writeChapters(chapters))).toEqual({ chapters, unread: [] })
    }),
    { numRuns: 500 },
  )
})

test('chapters of any times and titles read again', () => {
  const title = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((text) => readChapters(`0:00 ${text}`).chapters[0]?.title ?? 'A')
  const chapters: fc.Arbitrary<Chapter[]> = fc
    .uniqueArray(fc.record({ at: fc.nat(99 * 3600), title }), { selector: ({ at }) => at, maxLength: 30 })
    .map((all) => all.toSorted((one, other) => one.at - other.at))
  fc.assert(
    fc.property(chapters, (all) => {
      expect(readChapters(writeChapters(all))).toEqual({ chapters: all, unread: [] })
    }),
  )
})

const MB = 1024 * 1024
test.each([
  ['2 million lists in one another', `${'['.repeat(2 * MB)}${']'.repeat(2 * MB)}`, ''],
  ['a million chapters of nothing', `{"chapters":[${'{},'.repeat(MB)}{}]}`, ''],
  ['100,000 chapters at one time', `{"chapters":[${'{"startTime":0,"title":"A"},'.repeat(100_000)}{}]}`, ''],
  ['a time of 4 million digits', `{"chapters":[{"startTime":${'1'.repeat(4 * MB)},"title":"A"}]}`, ''],
  [
    'a title of 4 million letters',
    `{"chapters":[{"startTime":0,"title":"${'a'.repeat(4 * MB)}"}]}`,
    `00:00 ${'a'.repeat(128)}`,
  ],
])('a document with %s is read to its end', (_, json, written) => {
  expect(readChaptersDocument(json)).toBe(written)
})
