import { openAsBlob, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, packetsOf, runFfmpeg } from '../sound/ffmpeg-sound.ts'
import { copyFile } from '../uploads/copied-file.ts'
import { examineRecording } from './examine-recording.ts'
import { mp3Runs } from './mp3-frames.ts'

let made: ReturnType<typeof makeFolder>
beforeAll(() => {
  made = makeFolder()
})
afterAll(() => made.remove())

/** An MP3 of this many seconds, made by ffmpeg. */
function mp3(seconds: number, ...how: string[]): Buffer {
  const file = join(made.folder, 'made.mp3')
  const tone = `sine=frequency=440:duration=${seconds}:sample_rate=44100`
  runFfmpeg(['-f', 'lavfi', '-i', tone, '-b:a', '64k', ...how, '-y', file])
  return readFileSync(file)
}

function put(name: string, ...pieces: Buffer[]): string {
  const file = join(made.folder, name)
  writeFileSync(file, Buffer.concat(pieces))
  return file
}

const PLAIN = ['-write_xing', '0', '-id3v2_version', '0']
const noise = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 7919 + (at >> 3)) & 0xff))

test('frames of every kind are found, and those of one kind belong together', async () => {
  const file = put('kinds.mp3', mp3(4, '-ac', '2'), mp3(3, '-ac', '1'), mp3(3, '-ac', '1', '-ar', '22050'))
  const runs = await mp3Runs(await openAsBlob(file))
  expect(runs.map(({ kind }) => kind)).toEqual([
    'layer 3, 44100/s, 2',
    'layer 3, 44100/s, 1',
    'layer 3, 22050/s, 1',
  ])
})

test.each([
  ['cut in the middle of a frame', () => mp3(8, ...PLAIN).subarray(5150)],
  [
    'with 20 kB of something else before its first frame',
    () => Buffer.concat([noise(20_000), mp3(8, ...PLAIN)]),
  ],
  [
    'with 40 kB of nothing before its first frame',
    () => Buffer.concat([Buffer.alloc(40_000), mp3(8, ...PLAIN)]),
  ],
])('an MP3 %s is taken from its first whole frame', async (_, make) => {
  const [source, copy] = [put('begins.mp3', make()), join(made.folder, 'copy.mp3')]
  const [run] = await mp3Runs(await openAsBlob(source))
  const { recording, duration } = await examineRecording(await openAsBlob(source))
  expect(recording.kind).toBe('mp3')
  const seconds = ((run?.frames ?? 0) * 1152) / 44_100
  expect(duration).toBeCloseTo(seconds, 3)
  expect((await copyFile(source, copy)).duration).toBeCloseTo(seconds, 3)
  expect(packetsOf(copy, 'a')).toHaveLength(run?.frames ?? 0)
})

test('what holds frames of MP3 among other things is no MP3', async () => {
  const frames = mp3(1, ...PLAIN)
  const file = put('video.avi', ...Array.from({ length: 40 }, () => [noise(30_000), frames]).flat())
  await expect(examineRecording(await openAsBlob(file))).rejects.toMatchObject({ code: 'unknown_container' })
})

test('an MP3 joined of pieces of one kind is copied whole', async () => {
  const [source, copy] = [put('same.mp3', mp3(4), mp3(8)), join(made.folder, 'copy.mp3')]
  const { duration } = await copyFile(source, copy)
  expect(Math.abs(duration - 12)).toBeLessThan(0.2)
})

test.each([
  ['channels', ['-ac', '1']],
  ['samples a second', ['-ar', '48000']],
])('an MP3 joined of pieces that differ in their %s is refused when it is chosen', async (_, how) => {
  const file = put('joined.mp3', mp3(4, '-ac', '2'), mp3(8, '-ac', '2', ...how))
  await expect(examineRecording(await openAsBlob(file))).rejects.toMatchObject({ code: 'joined' })
  await expect(copyFile(file, join(made.folder, 'copy.mp3'))).rejects.toMatchObject({ code: 'joined' })
})
