import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, packetsOf, runFfmpeg } from '../sound/ffmpeg-sound.ts'
import { copyFile } from '../uploads/copied-file.ts'

const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=5:sample_rate=48000']
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=5']
const FILM = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-bf', '2', '-c:a', 'libopus']

let made: ReturnType<typeof makeFolder>
beforeAll(() => {
  made = makeFolder()
})
afterAll(() => made.remove())

test.each([
  ['sound', [...PICTURE, '-itsoffset', '0.5', ...TONE]],
  ['picture', [...TONE, '-itsoffset', '0.5', ...PICTURE]],
])('of a Matroska film whose %s begins late every packet is played', async (name, inputs) => {
  const [source, copy] = [join(made.folder, `late-${name}.mkv`), join(made.folder, `late-${name}.mp4`)]
  runFfmpeg([...inputs, ...FILM, '-y', source])
  await copyFile(source, copy)
  for (const kind of ['v', 'a'] as const) {
    const hashes = (file: string) => packetsOf(file, kind).map(({ hash }) => hash)
    expect(hashes(copy)).toHaveLength(hashes(source).length)
  }
})
