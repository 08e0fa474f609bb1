import { openAsBlob, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Box, boxesOf } from '../../../../server/src/testing/mp4-boxes.ts'
import { makeFolder, packetsOf, runFfmpeg } from '../sound/ffmpeg-sound.ts'
import { copyFile } from '../uploads/copied-file.ts'
import { examineRecording } from './examine-recording.ts'

const SECONDS = 12
const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=size=64x64:rate=25:duration=${SECONDS}`]
const TONE = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${SECONDS}:sample_rate=48000`]
const FILM = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '50', '-keyint_min', '50', '-sc_threshold', '0']

/** From which second of a recording on, how many seconds are shown, and how fast. */
type Edit = { from: number; seconds: number; rate?: number }

let made: ReturnType<typeof makeFolder>
beforeAll(() => {
  made = makeFolder()
})
afterAll(() => made.remove())

/** A recording made by ffmpeg with these options, of which only these parts are shown, in each of its tracks. */
async function edited(name: string, recipe: string[], edits: Edit[]) {
  const source = join(made.folder, name)
  runFfmpeg([...recipe, '-y', source])
  writeFileSync(source, withEdits(readFileSync(source), edits))
  return { source, file: await openAsBlob(source) }
}

async function copied(name: string, recipe: string[], edits: Edit[]) {
  const { source, file } = await edited(name, recipe, edits)
  const examined = await examineRecording(file)
  const copy = join(made.folder, `copy-${name}`)
  const { duration } = await copyFile(source, copy)
  return { copy, duration, examined: examined.duration }
}

/** What a player shows of a file: its length in seconds, and for a film the number of pictures. */
function played(file: string) {
  const { stderr } = runFfmpeg(['-i', file, '-f', 'null', '-'])
  expect(runFfmpeg(['-v', 'warning', '-i', file, '-f', 'null', '-']).stderr).toBe('')
  const [hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(stderr)?.slice(1).map(Number) ?? []
  return {
    seconds: (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0),
    pictures: Number(/frame=\s*(\d+)/.exec(stderr)?.[1] ?? 0),
  }
}

const SOUNDS: [name: string, encoding: string[]][] = [
  ['sound.m4a', ['-c:a', 'aac']],
  ['flac.mp4', ['-c:a', 'flac', '-strict', '-2']],
]
const CUTS: [name: string, edits: Edit[], seconds: number][] = [
  ['its tail', [{ from: 0, seconds: 5 }], 5],
  ['its head and its tail', [{ from: 3, seconds: 5 }], 5],
  [
    'its middle',
    [
      { from: 0, seconds: 4 },
      { from: 8, seconds: 4 },
    ],
    8,
  ],
  [
    'no part, in two entries',
    [
      { from: 0, seconds: 4 },
      { from: 4, seconds: 8 },
    ],
    12,
  ],
]

describe.each(CUTS)('where an edit list leaves out %s', (_, edits, seconds) => {
  test.each(SOUNDS)('a copy of %s leaves it out too', async (name, encoding) => {
    const { copy, duration, examined } = await copied(name, [...TONE, ...encoding], edits)
    expect(Math.abs(duration - seconds)).toBeLessThan(0.1)
    expect(Math.abs(examined - seconds)).toBeLessThan(0.1)
    const bytes = runFfmpeg(['-i', copy, '-ac', '1', '-ar', '48000', '-f', 's16le', '-']).stdout.length
    expect(Math.abs(bytes / 96_000 - seconds)).toBeLessThan(0.1)
  })

  test.each([0, 2])('a copy of a film with %i reordered pictures leaves it out too', async (reordered) => {
    const recipe = [...PICTURE, ...TONE, ...FILM, '-bf', `${reordered}`, '-c:a', 'aac']
    const { copy, duration, examined } = await copied('film.mp4', recipe, edits)
    expect(Math.abs(duration - seconds)).toBeLessThan(0.05)
    expect(Math.abs(examined - seconds)).toBeLessThan(0.05)
    expect(Math.abs(played(copy).seconds - seconds)).toBeLessThan(0.05)
    const long = packetsOf(copy, 'v').filter(({ time, length }) => time >= -length / 2 && length > 0.002)
    expect(Math.abs(long.length - seconds * 25)).toBeLessThanOrEqual(1)
    const sound = packetsOf(copy, 'a').at(-1)
    expect(Math.abs((sound?.time ?? 0) + (sound?.length ?? 0) - seconds)).toBeLessThan(0.05)
  })
})

const film = [...PICTURE, ...TONE, ...FILM, '-c:a', 'aac']
test.each<[name: string, edits: Edit[]]>([
  [
    'goes on between two pictures that need none before them',
    [
      { from: 0, seconds: 4 },
      { from: 9, seconds: 3 },
    ],
  ],
  [
    'shows a part twice',
    [
      { from: 0, seconds: 4 },
      { from: 2, seconds: 4 },
    ],
  ],
  ['plays a part more slowly', [{ from: 0, seconds: 8, rate: 0.5 }]],
])('a film is refused when it is chosen whose edit list %s', async (_, edits) => {
  const { file } = await edited('refused.mp4', film, edits)
  await expect(examineRecording(file)).rejects.toMatchObject({ code: 'edited' })
})

/** Puts these edits into every track of an MP4 file that ffmpeg has written with its index at the end. */
function withEdits(file: Buffer, edits: Edit[]): Buffer {
  const movie = boxesOf(file).find(({ name }) => name === 'moov') as Box
  const inner = boxesOf(movie.content)
  const scale = (inner.find(({ name }) => name === 'mvhd') as Box).content.readUInt32BE(12)
  const tracks = inner.map((part) =>
    part.name === 'trak' ? box('trak', withTrackEdits(boxesOf(part.content), edits, scale)) : part.whole,
  )
  return Buffer.concat([file.subarray(0, movie.start), box('moov', tracks)])
}

function withTrackEdits(parts: Box[], edits: Edit[], movieScale: number): Buffer[] {
  const media = boxesOf((parts.find(({ name }) => name === 'mdia') as Box).content)
  const scale = (media.find(({ name }) => name === 'mdhd') as Box).content.readUInt32BE(12)
  const before = parts.find(({ name }) => name === 'edts')
  // What ffmpeg itself leaves out is a codec's run-up.
  const runUp = before ? before.content.readInt32BE(20) : 0
  const list = Buffer.alloc(8 + 12 * edits.length)
  list.writeUInt32BE(edits.length, 4)
  for (const [index, { from, seconds, rate = 1 }] of edits.entries()) {
    list.writeUInt32BE(seconds * movieScale, 8 + 12 * index)
    list.writeInt32BE(from * scale + runUp, 12 + 12 * index)
    list.writeInt32BE(rate * 65_536, 16 + 12 * index)
  }
  const others = parts.filter(({ name }) => name !== 'edts').map(({ whole }) => whole)
  return [...others, box('edts', [box('elst', [list])])]
}

function box(name: string, content: Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, ...content])
}
