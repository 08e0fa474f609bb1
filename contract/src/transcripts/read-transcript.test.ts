import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cue, MAX_TRANSCRIPT_BYTES, readTranscript, type TranscriptReason } from './read-transcript.ts'
import { writeVtt } from './write-vtt.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readTranscript(bytesOf(text))
const timed = (...cues: Cue[]) => ({ transcript: { kind: 'timed', cues } })

const VTT = `WEBVTT - Easter
Kind: captions

STYLE
::cue { color: red }

NOTE made by hand

intro
00:01.000 --> 00:04.500 align:start
<v.loud Ana María>Good <i>morning</i> &amp; welcome,
<00:00:02.000><c>church</c>.

00:00:05.000 --> 01:00:06.250
John 3:16 &lt;NIV&gt;
`
const SRT = `1
00:00:01,000 --> 00:00:04,500
<font color="red">Buenos días</font>

segunda parte

2
00:00:05,000 --> 00:00:06,5
{\\an8}- Amén < todos
`
const spanish = timed(
  { from: 1000, to: 4500, text: 'Buenos días\nsegunda parte' },
  { from: 5000, to: 6500, text: '- Amén < todos' },
)

test('WebVTT is read without its markup, with who speaks', () => {
  expect(read(VTT)).toEqual(
    timed(
      { from: 1000, to: 4500, speaker: 'Ana María', text: 'Good morning & welcome,\nchurch.' },
      { from: 5000, to: 3_606_250, text: 'John 3:16 <NIV>' },
    ),
  )
  expect(read('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>Peace</v> <v Luis>And with you')).toEqual(
    timed({ from: 1000, to: 2000, text: 'Ana: Peace\nLuis: And with you' }),
  )
})

test('SubRip is read, with empty lines within a cue', () => {
  expect(read(SRT)).toEqual(spanish)
})

test('anything else is plain text in paragraphs', () => {
  expect(read('One\ntwo\n\n\n  Three --> \n')).toEqual({
    transcript: { kind: 'plain', paragraphs: ['One\ntwo', 'Three -->'] },
  })
})

describe('whatever letters a file is written in', () => {
  const wide = (text: string, bigEndian: boolean) => {
    const bytes = Buffer.from(text, 'utf16le')
    return bigEndian ? bytes.swap16() : bytes
  }
  const files: [string, Uint8Array][] = [
    ['UTF-8 with a mark', bytesOf(`\uFEFF${SRT}`)],
    ['UTF-16, little end first', wide(`\uFEFF${SRT}`, false)],
    ['UTF-16, big end first', wide(`\uFEFF${SRT}`, true)],
    ['UTF-16 without a mark', wide(SRT, false)],
    ['Windows Western', Buffer.from(SRT, 'latin1')],
    ['lines of Windows', bytesOf(SRT.replaceAll('\n', '\r\n'))],
    ['lines of an old Mac', bytesOf(SRT.replaceAll('\n', '\r'))],
    ['decomposed accents', bytesOf(SRT.normalize('NFD'))],
  ]
  test.each(files)('%s', (_, bytes) => {
    expect(readTranscript(bytes)).toEqual(spanish)
  })
})

test.each<[string, TranscriptReason, number | undefined]>([
  ['', 'empty', undefined],
  ['\n \n', 'empty', undefined],
  ['WEBVTT\n', 'empty', undefined],
  ['WEBVTT\n\n00:01.000 --> 00:02.000\n\n', 'empty', undefined],
  ['WEBVTT\n\nHello\n\n00:01.000 --> 00:02.000\nA', 'no_time', 3],
  ['WEBVTT\n\n00:01 --> 00:02\nA', 'bad_time', 3],
  ['WEBVTT\n\n00:61.000 --> 00:62.000\nA', 'bad_time', 3],
  ['1\n00:00:01,000 --> soon 5\nA', 'bad_time', 2],
  ['1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:03,000 --> 00:00:04,000\nB', 'bad_time', 5],
  ['WEBVTT\n\n00:02.000 --> 00:01.000\nA', 'backwards', 3],
  ['WEBVTT\n\n00:01.000 --> 00:01.000\nA', 'backwards', 3],
  ['WEBVTT\n\n00:05.000 --> 00:06.000\nA\n\n00:03.000 --> 00:04.000\nB', 'backwards', 6],
  [`WEBVTT\n\n00:05.000 --> 00:07.000\n${'x'.repeat(2001)}`, 'long_cue', 3],
])('%j is refused: %s', (text, reason, line) => {
  expect(read(text)).toEqual({ problem: line === undefined ? { reason } : { reason, line } })
})

test('captions that overlap end where the next one begins, and two at once are one', () => {
  const cues = [
    '00:05.000 --> 00:07.000\nA',
    '00:06.000 --> 00:08.000\nB',
    '00:06.000 --> 00:09.000\n<v Ruth>C',
  ]
  expect(read(`WEBVTT\n\n${cues.join('\n\n')}`)).toMatchObject({
    transcript: {
      cues: [
        { from: 5000, to: 6000, text: 'A' },
        { from: 6000, to: 9000, text: 'B\nRuth: C' },
      ],
    },
  })
})

test('what is no text or too much of it is refused', () => {
  expect(readTranscript(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0))).toEqual({
    problem: { reason: 'not_text' },
  })
  expect(readTranscript(new Uint8Array(MAX_TRANSCRIPT_BYTES + 1))).toEqual({
    problem: { reason: 'too_large' },
  })
  expect(readTranscript(bytesOf('<'.repeat(MAX_TRANSCRIPT_BYTES)))).toHaveProperty('transcript')
  const tags = `WEBVTT\n\n00:05.000 --> 00:07.000\n${'<v '.repeat(MAX_TRANSCRIPT_BYTES / 4)}`
  expect(read(tags)).toEqual({ problem: { reason: 'long_cue', line: 3 } })
})

const CUE = '00:01.000 --> 00:02.000\n'
test.each([
  ['lines behind an empty one', `WEBVTT\n\n${CUE}A\n\n`, 'a\n', 'long_cue'],
  ['cues of one time', 'WEBVTT\n\n', `${CUE}a\n\n`, undefined],
  ['cues without an empty line', 'WEBVTT\n\n', `${CUE}a\n`, 'bad_time'],
  ['voices', `WEBVTT\n\n${CUE}`, '<v A>a', 'long_cue'],
  ['spaces in a voice', `WEBVTT\n\n${CUE}`, '<v    ', 'long_cue'],
  ['open braces in SubRip', `1\n00:00:01,000 --> 00:00:02,000\n`, '{\\', 'long_cue'],
  ['notes', 'WEBVTT\n\n', 'NOTE\n\n', 'empty'],
  ['numbers of SubRip', `1\n00:00:01,000 --> 00:00:02,000\na\n\n`, '1\n\n', 'long_cue'],
  ['signs by number', `WEBVTT\n\n${CUE}`, '&#1', 'long_cue'],
  ['paragraphs', '', 'a\n\n', undefined],
])('four megabytes of %s are read to their end', (_, head, piece, reason) => {
  const found = read(head + piece.repeat((MAX_TRANSCRIPT_BYTES - head.length) / piece.length))
  expect('problem' in found ? found.problem.reason : undefined).toBe(reason)
})

const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '-->',
    '<v Ana>',
    '<i>',
    '&amp;',
    '&lt;v Luis&gt;',
    'NOTE',
    'WEBVTT',
    '00:01.000 --> 00:02.000',
    '&#0;',
  ),
)

test('timed text reads again as it was written', () => {
  // Lines as they are kept: composed letters, nothing invisible, and no space at an end.
  const letter = fc.constantFrom(...'aZ9éñ漢<>&;-."🙂')
  const word = fc.oneof(
    fc.string({ unit: letter, minLength: 1, maxLength: 8 }),
    fc.constantFrom('-->', '<v Ana>', '<i>', '&amp;', '&lt;v', 'NOTE', 'WEBVTT', '00:01.000', '&#0;'),
  )
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((some) => some.join(' '))
  const cue = fc.record({
    pause: fc.nat(10_000),
    length: fc.integer({ min: 1, max: 10_000_000 }),
    speaker: fc.option(words, { nil: undefined }),
    text: fc.array(words, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
  })
  fc.assert(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 8 }), (all) => {
      let at = 0
      const cues = all.map(({ pause, length, speaker, text }) => {
        const from = at + pause
        at = from + length
        return { from, to: at, ...(speaker !== undefined && { speaker }), text }
      })
      expect(read(writeVtt(cues))).toEqual(timed(...cues))
    }),
    {
      numRuns: 500,
      examples: [[[{ pause: 0, length: 1, speaker: 'Ana --', text: 'Peace' }]]],
    },
  )
})

test('what a cue does not keep is left out of it', () => {
  const cues = [
    { from: 0, to: 1000, speaker: ' \u0001 ', text: ' \n \n' },
    { from: 1000, to: 2000, speaker: '  Ana\n María ', text: '  Cafe\u0301\u0007 \n\n y paz\u00A0' },
    { from: 2000, to: 3000, speaker: '', text: 'Amen' },
  ]
  expect(read(writeVtt(cues))).toEqual(
    timed(
      { from: 1000, to: 2000, speaker: 'Ana María', text: 'Café\ny paz' },
      { from: 2000, to: 3000, text: 'Amen' },
    ),
  )
})

test('any bytes are read or refused', () => {
  const file = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.array(line, { maxLength: 20 }).map((lines) => bytesOf(lines.join('\n'))),
    fc.array(line, { maxLength: 20 }).map((lines) => bytesOf(`WEBVTT\n\n${lines.join('\n')}`)),
  )
  fc.assert(
    fc.property(file, (bytes) => {
      const found = readTranscript(bytes)
      if ('transcript' in found && found.transcript.kind === 'timed') {
        const { cues } = found.transcript
        expect(cues.every(({ from, to }, at) => from < to && from >= (cues[at - 1]?.to ?? 0))).toBe(true)
        expect(read(writeVtt(cues))).toEqual(found)
      }
    }),
    { numRuns: 2000 },
  )
})
