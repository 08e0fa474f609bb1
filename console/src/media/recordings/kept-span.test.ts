import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder, packetsOf, runFfmpeg } from '../sound/ffmpeg-sound.ts'
import { copyFile } from '../uploads/copied-file.ts'
import type { CopyEdit } from './copy-recording.ts'

const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=30:sample_rate=44100']
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=30']

let made: ReturnType<typeof makeFolder>
beforeAll(() => {
  made = makeFolder()
})
afterAll(() => made.remove())

/**
 * Makes a recording by ffmpeg with these options and copies it; returns both files and the declared length of the copy.
 */
async function copied(name: string, recipe: string[], edit: CopyEdit) {
  const [source, copy] = [join(made.folder, name), join(made.folder, `copy-${name}`)]
  runFfmpeg([...recipe, '-y', source])
  const { duration } = await copyFile(source, copy, edit)
  return { source, copy, duration }
}

const endOf = (packets: readonly { time: number; length: number }[]) =>
  Math.max(...packets.map(({ time, length }) => time + length))

describe.each([
  ['cut.mp3', ['-c:a', 'libmp3lame', '-b:a', '64k']],
  ['cut.m4a', ['-c:a', 'aac']],
  ['cut.ogg', ['-c:a', 'libopus']],
  ['cut.flac', ['-c:a', 'flac']],
])('%s', (name, encoding) => {
  test('keeps the packets of what is kept and no other, and begins at zero', async () => {
    const kept = { from: 4.2, to: 21.7 }
    const { source, copy, duration } = await copied(name, [...TONE, ...encoding], { kept })
    const [before, after] = [packetsOf(source, 'a'), packetsOf(copy, 'a')]
    const first = before.findIndex(({ hash }) => hash === after[0]?.hash)
    const begins = before[first]
    expect(begins?.time).toBeLessThanOrEqual(kept.from)
    expect((begins?.time ?? 0) + (begins?.length ?? 0)).toBeGreaterThan(kept.from - 0.001)
    expect(after.map(({ hash }) => hash)).toEqual(
      before.slice(first, first + after.length).map(({ hash }) => hash),
    )
    const last = before[first + after.length - 1]
    expect(last?.time).toBeLessThan(kept.to)
    expect(endOf(last ? [last] : [])).toBeGreaterThanOrEqual(kept.to - 0.001)
    expect(Math.abs(endOf(after) - (after[0]?.time ?? 0) - duration)).toBeLessThanOrEqual(0.002)
    expect(Math.abs(duration - (kept.to - kept.from))).toBeLessThanOrEqual(2 * (begins?.length ?? 0))
  })
})

test('a film is cut before pictures that need none before them, and its sound with it', async () => {
  const film = ['-c:v', 'libx264', '-bf', '2', '-g', '50', '-keyint_min', '50', '-sc_threshold', '0']
  const { source, copy, duration } = await copied(
    'film.mp4',
    [...PICTURE, ...TONE, ...film, '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    { kept: { from: 5, to: 20.5 } },
  )
  // A complete picture comes every two seconds, so the span from 4 to 22 is kept.
  const [pictures, sound] = [packetsOf(copy, 'v'), packetsOf(copy, 'a')]
  expect(pictures).toHaveLength(18 * 25)
  const whole = packetsOf(source, 'v').map(({ hash }) => hash)
  expect(pictures.map(({ hash }) => hash)).toEqual(whole.slice(100, 550))
  expect(duration).toBeCloseTo(18, 1)
  expect(Math.abs(endOf(sound) - 18)).toBeLessThanOrEqual(2 * 0.024)
  expect(runFfmpeg(['-v', 'warning', '-i', copy, '-f', 'null', '-']).stderr).toBe('')
})

test('what is all kept is the same recording', async () => {
  const kept = { from: 0, to: 999 }
  const { source, copy } = await copied('whole.mp3', TONE, { kept })
  expect(packetsOf(copy, 'a').map(({ hash }) => hash)).toEqual(packetsOf(source, 'a').map(({ hash }) => hash))
})
