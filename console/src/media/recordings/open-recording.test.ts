import { openAsBlob, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, runFfmpeg } from '../sound/ffmpeg-sound.ts'
import { copyFile } from '../uploads/copied-file.ts'
import { examineRecording } from './examine-recording.ts'

let made: ReturnType<typeof makeFolder>
beforeAll(() => {
  made = makeFolder()
})
afterAll(() => made.remove())

/** The bytes of a file with a tone of this many seconds. */
function tone(name: string, seconds: number, ...how: string[]): Buffer {
  const file = join(made.folder, name)
  const input = `sine=frequency=440:duration=${seconds}:sample_rate=48000`
  runFfmpeg(['-f', 'lavfi', '-i', input, '-ac', '2', ...how, '-y', file])
  return readFileSync(file)
}

function joined(name: string, pieces: Buffer[]): string {
  const file = join(made.folder, `joined-${name}`)
  writeFileSync(file, Buffer.concat(pieces))
  return file
}

test.each(['one.flac', 'one.wav', 'one.m4a', 'one.mov'])(
  'two recordings in one file, as %s, are refused when they are chosen',
  async (name) => {
    const file = joined(name, [tone(name, 2), tone(name, 4)])
    await expect(examineRecording(await openAsBlob(file))).rejects.toMatchObject({ code: 'joined' })
    await expect(copyFile(file, join(made.folder, 'copy'))).rejects.toMatchObject({ code: 'joined' })
  },
)

test.each<[how: string, between: Buffer, second: string[]]>([
  ['of different kinds', Buffer.alloc(0), ['-ac', '1']],
  ['with a tag between them', Buffer.from('ID3\u0004\0\0\0\0\0\n0123456789', 'latin1'), []],
])('AAC streams %s in one file are refused when they are chosen', async (_, between, second) => {
  const file = joined('one.aac', [tone('one.aac', 2), between, tone('one.aac', 4, ...second)])
  await expect(examineRecording(await openAsBlob(file))).rejects.toMatchObject({ code: 'joined' })
})

test('AAC streams of one kind in one file are copied whole', async () => {
  const file = joined('one.aac', [tone('one.aac', 2), tone('one.aac', 4)])
  const { duration } = await copyFile(file, join(made.folder, 'copy.m4a'))
  expect(Math.abs(duration - 6)).toBeLessThan(0.2)
})
