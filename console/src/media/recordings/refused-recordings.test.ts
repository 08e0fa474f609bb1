import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Logging, LogLevel } from 'mediabunny'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boxesOf } from '../../../../server/src/testing/mp4-boxes.ts'
import { makeFolder, packetsOf, runFfmpeg } from '../sound/ffmpeg-sound.ts'
import { copyFile } from '../uploads/copied-file.ts'
import { examineRecording } from './examine-recording.ts'

Logging.level = LogLevel.Silent

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30:duration=12']
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=12:sample_rate=44100']
const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-g', '60', '-pix_fmt', 'yuv420p']
const COPY = ['-i', 'whole.mp4', '-c', 'copy']

const RECIPES: [name: string, recipe: string[]][] = [
  ['whole.mp4', [...PICTURE, ...TONE, ...H264, '-c:a', 'aac']],
  ['index-in-front.mp4', [...COPY, '-movflags', '+faststart']],
  ['whole.mkv', COPY],
  ['whole.ts', COPY],
  ['later.ts', [...COPY, '-output_ts_offset', '500']],
  ['whole.webm', [...PICTURE, ...TONE, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus']],
  ['whole.mp3', [...TONE, '-c:a', 'libmp3lame']],
  ['whole.wav', TONE],
  ['whole.flac', TONE],
  ['old.avi', [...PICTURE, ...TONE, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ['dslr.mov', [...PICTURE, ...TONE, ...H264, '-c:a', 'pcm_s16le']],
  ['dolby.mkv', [...PICTURE, ...TONE, ...H264, '-c:a', 'ac3']],
  ['lossless.m4a', [...TONE, '-c:a', 'alac']],
  ['studio.aiff', TONE],
  ['mpeg4-part-2.mp4', [...PICTURE, ...TONE, '-c:v', 'mpeg4', '-c:a', 'aac']],
]
const JOINED: [name: string, pieces: string[]][] = [
  ['two-pieces.ts', ['whole.ts', 'later.ts']],
  ['backwards.ts', ['later.ts', 'whole.ts']],
  ['eight-pieces.ts', Array.from({ length: 4 }, () => ['whole.ts', 'later.ts']).flat()],
]
/** The first half of each. */
const CUT_OFF: [name: string, whole: string][] = [
  ['cut-off.mp4', 'index-in-front.mp4'],
  ['cut-off-index.mp4', 'whole.mp4'],
  ['cut-off.mkv', 'whole.mkv'],
  ['cut-off.webm', 'whole.webm'],
  ['cut-off.mp3', 'whole.mp3'],
  ['cut-off.wav', 'whole.wav'],
  ['cut-off.flac', 'whole.flac'],
]

let workshop: ReturnType<typeof makeFolder>
const at = (name: string) => join(workshop.folder, name)

beforeAll(() => {
  workshop = makeFolder()
  for (const [name, recipe] of RECIPES) {
    const inputs = recipe.map((part) => (part === 'whole.mp4' ? at(part) : part))
    runFfmpeg(['-v', 'error', '-y', ...inputs, at(name)])
  }
  for (const [name, pieces] of JOINED) {
    writeFileSync(at(name), Buffer.concat(pieces.map((piece) => readFileSync(at(piece)))))
  }
  for (const [name, whole] of CUT_OFF) {
    const bytes = readFileSync(at(whole))
    writeFileSync(at(name), bytes.subarray(0, bytes.length / 2))
  }
  writeFileSync(at('empty.mp4'), '')
  writeFileSync(at('text.mp4'), 'These are words and no recording, whatever the name may say.')
}, 600_000)
afterAll(() => workshop.remove())

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    ({ code }: { code: string }) => code,
  )
const examined = (name: string) =>
  examineRecording(new Blob([new Uint8Array(readFileSync(at(name)))])).then(
    ({ recording }) => recording.media_format,
    ({ code }: { code: string }) => code,
  )

test.each<[name: string, code: string]>([
  ['old.avi', 'unknown_container'],
  ['empty.mp4', 'unknown_container'],
  ['text.mp4', 'unknown_container'],
  ['mpeg4-part-2.mp4', 'track_not_copyable'],
  ['dslr.mov', 'track_not_copyable'],
  ['dolby.mkv', 'track_not_copyable'],
  ['lossless.m4a', 'track_not_copyable'],
  ['studio.aiff', 'unknown_container'],
  ...CUT_OFF.map(([name]): [string, string] => [name, 'cut_off']),
])('%s is refused as %s, when it is chosen and when it is copied', async (name, code) => {
  expect(await examined(name)).toBe(code)
  expect(await codeOf(copyFile(at(name), at('copy')))).toBe(code)
})

test('a clock that jumps too often is noticed when it is copied', async () => {
  expect(await examined('eight-pieces.ts')).toBe('video')
  expect(await codeOf(copyFile(at('eight-pieces.ts'), at('copy')))).toBe('time_jumps')
})

test.each(['two-pieces.ts', 'backwards.ts'])('a jump in the timestamps of %s is repaired', async (name) => {
  const { suffix, duration } = await copyFile(at(name), at('repaired.mp4'))
  expect(suffix).toBe('.mp4')
  expect(Math.abs(duration - 24)).toBeLessThan(0.4)
  const { stderr } = runFfmpeg(['-i', at('repaired.mp4'), '-c', 'copy', '-f', 'null', '-'])
  const [input = ''] = stderr.split('Output #0')
  expect([...input.matchAll(/Stream #\S*: (\w+: \w+)/g)].map(([, stream]) => stream)).toEqual([
    'Video: h264',
    'Audio: aac',
  ])
  for (const kind of ['v', 'a'] as const) {
    const packets = packetsOf(at('repaired.mp4'), kind)
    const times = packets.map(({ time }) => time)
    const end = Math.max(...packets.map(({ time, length }) => time + length))
    expect(Math.abs(Math.min(...times))).toBeLessThan(0.06)
    expect(Math.abs(end - 24)).toBeLessThan(0.4)
  }
  const boxes = boxesOf(readFileSync(at('repaired.mp4'))).map(({ name }) => name)
  expect(boxes.indexOf('moov')).toBeGreaterThan(0)
  expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
  expect(boxes).not.toContain('moof')
})
