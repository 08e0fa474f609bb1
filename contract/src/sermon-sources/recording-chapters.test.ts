import { expect, test } from 'vitest'
import { readRecordingChapters } from './recording-chapters.ts'
import { recordingTagsOf } from './recording-tags.ts'
import { rightText } from './right-text.ts'

const u32 = (...numbers: number[]) =>
  Buffer.concat(numbers.map((number) => Buffer.from(Uint32Array.of(number).buffer).reverse()))
const chaptersOf = (bytes: Buffer) =>
  readRecordingChapters((start, end) => Promise.resolve(bytes.subarray(start, end)), bytes.length)

type Titled = [seconds: number, title: string]

function id3(
  version: 3 | 4,
  chapters: readonly Titled[],
  encode = (title: string) => Buffer.from(`\x03${title}\0`),
): Buffer {
  const size = (bytes: number) =>
    version === 4 ? Buffer.from([21, 14, 7, 0].map((bits) => (bytes >> bits) & 0x7f)) : u32(bytes)
  const frame = (name: string, content: Buffer) =>
    Buffer.concat([Buffer.from(name), size(content.length), Buffer.alloc(2), content])
  const frames = chapters.map(([seconds, title], at) =>
    frame(
      'CHAP',
      Buffer.concat([
        Buffer.from(`ch${at}\0`),
        u32(seconds * 1000, seconds * 1000 + 500, 0xffffffff, 0xffffffff),
        frame('TIT2', encode(title)),
      ]),
    ),
  )
  const content = Buffer.concat([frame('APIC', Buffer.alloc(100_000)), ...frames, Buffer.alloc(50)])
  const whole = Buffer.from([21, 14, 7, 0].map((bits) => (content.length >> bits) & 0x7f))
  return Buffer.concat([
    Buffer.from(['I'.charCodeAt(0), 'D'.charCodeAt(0), '3'.charCodeAt(0), version, 0, 0]),
    whole,
    content,
  ])
}

const box = (name: string, ...content: Buffer[]) => {
  const inside = Buffer.concat(content)
  return Buffer.concat([u32(inside.length + 8), Buffer.from(name, 'latin1'), inside])
}

/** An M4B with its chapters in the list that Nero's programs write. */
function nero(chapters: readonly Titled[]): Buffer {
  const list = chapters.map(([seconds, title]) => {
    const text = Buffer.from(title)
    return Buffer.concat([u32(0, seconds * 10_000_000), Buffer.from([text.length]), text])
  })
  const chpl = box('chpl', u32(0x01000000, 0), Buffer.from([chapters.length]), ...list)
  return Buffer.concat([box('ftyp', Buffer.from('M4B ')), box('moov', box('udta', chpl))])
}

/** An M4B with its chapters in a track of texts, two in each chunk. */
function apple(chapters: readonly Titled[], encode = (title: string) => Buffer.from(title)): Buffer {
  const texts = chapters.map(([, title]) => {
    const text = encode(title)
    return Buffer.concat([Buffer.from([text.length >> 8, text.length & 0xff]), text, box('encd', u32(256))])
  })
  const start = box('ftyp', Buffer.from('M4B '))
  const chunks = texts.flatMap((_, at) =>
    at % 2 === 0 ? [start.length + 8 + texts.slice(0, at).reduce((sum, text) => sum + text.length, 0)] : [],
  )
  const lengths = chapters.map(([seconds], at) => ((chapters[at + 1]?.[0] ?? seconds + 5) - seconds) * 1000)
  const table = box(
    'stbl',
    box('stts', u32(0, lengths.length), ...lengths.map((length) => u32(1, length))),
    box('stsc', u32(0, 1, 1, 2, 1)),
    box('stsz', u32(0, 0, texts.length, ...texts.map((text) => text.length))),
    box('stco', u32(0, chunks.length, ...chunks)),
  )
  const header = (id: number) => box('tkhd', u32(0, 0, 0, id))
  const moov = box(
    'moov',
    box('trak', header(1), box('tref', box('chap', u32(2)))),
    box('trak', header(2), box('mdia', box('mdhd', u32(0, 0, 0, 1000, 0)), box('minf', table))),
  )
  return Buffer.concat([start, box('mdat', ...texts), moov])
}

const CHAPTERS: Titled[] = [
  [0, 'Welcome'],
  [75, 'Lectura & oración'],
  [400, 'The sermon'],
]
const WRITTEN = '00:00 Welcome\n01:15 Lectura & oración\n06:40 The sermon'
const utf16 = (title: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(title, 'utf16le')])

test.each([
  ['an MP3 of ID3 2.3', id3(3, CHAPTERS)],
  ['an MP3 of ID3 2.4', id3(4, CHAPTERS)],
  ['an MP3 in UTF-16', id3(3, CHAPTERS, (title) => Buffer.concat([Buffer.from([1]), utf16(title)]))],
  ['an MP3 in any order', id3(3, CHAPTERS.toReversed())],
  ['an M4B of Nero', nero(CHAPTERS)],
  ['an M4A of Apple', apple(CHAPTERS)],
  ['an M4A of Apple in UTF-16', apple(CHAPTERS, utf16)],
])('the chapters of %s are read', async (_, bytes) => {
  expect(await chaptersOf(bytes)).toBe(WRITTEN)
})

test.each([
  ['a single one', id3(3, [[0, 'All of it']])],
  [
    'no title',
    id3(3, [
      [0, ''],
      [5, ' '],
    ]),
  ],
  [
    'one moment',
    nero([
      [0, 'One'],
      [0, 'Two'],
    ]),
  ],
  ['a half of a file', apple(CHAPTERS).subarray(0, 300)],
  ['a list that says more than it has', nero(CHAPTERS).fill(0xff, 60)],
  ['nothing', Buffer.alloc(0)],
])('%s is no list of chapters', async (_, bytes) => {
  expect((await chaptersOf(bytes)).split('\n').length).toBe(1)
})

const nested = (depth: number) =>
  Buffer.concat(Array.from({ length: depth }, (_, at) => [u32((depth - at) * 8), Buffer.from('moov')]).flat())
const far = (...inside: Buffer[]) => box('trak', ...inside, box('free', Buffer.alloc(70_000)))
test.each<[string, (count: number) => Buffer]>([
  [
    'tracks that name each other',
    (count) =>
      Buffer.concat([
        box('ftyp', Buffer.from('M4B ')),
        box(
          'moov',
          ...Array.from({ length: count }, (_, at) =>
            far(box('tkhd', u32(0, 0, 0, at + 1)), box('tref', box('chap', u32(count - at)))),
          ),
        ),
      ]),
  ],
  ['frames of ID3', (count) => id3(4, Array(count).fill([0, ''.padEnd(8000, 'a')]))],
  ['boxes', (count) => Buffer.concat([box('ftyp'), ...Array(count).fill(box('free', Buffer.alloc(70_000)))])],
  ['boxes in one another', (count) => Buffer.concat([box('ftyp'), nested(count * 1000)])],
])('a recording of %s is asked for no more often than it grows', async (_, make) => {
  const stepsFor = async (count: number) => {
    const bytes = make(count)
    let steps = 0
    await readRecordingChapters((start, end) => {
      steps += end - start
      return Promise.resolve(bytes.subarray(start, end))
    }, bytes.length)
    return steps
  }
  expect(await stepsFor(80)).toBeLessThan(2.5 * (await stepsFor(40)))
})

test.each([
  ['Je Ä\u008das metat kamenÃ\u00ad', 'Je čas metat kamení'],
  ['Gottes GÃ¼te', 'Gottes Güte'],
  ['itâ€™s grace', 'it’s grace'],
  ['QuiÃƒÂ©n soy', 'Quién soy'],
  ['¿Quién soy?', '¿Quién soy?'],
  ['Créée à l’image', 'Créée à l’image'],
  ['Благодать', 'Благодать'],
  ['Ãîñïîäü ìèëîñòèâ', undefined],
  ['Caf\ufffd', undefined],
  ['Plain', 'Plain'],
])('a title %j is proposed as %j', (title, expected) => {
  expect(rightText(title)).toBe(expected)
  expect(recordingTagsOf({ title, artist: title })).toEqual(
    expected === undefined ? {} : { title: expected, artist: expected },
  )
})
