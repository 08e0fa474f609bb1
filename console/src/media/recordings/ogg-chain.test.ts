import { openAsBlob, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder, packetsOf, runFfmpeg } from '../sound/ffmpeg-sound.ts'
import { copyFile } from '../uploads/copied-file.ts'
import { examineRecording } from './examine-recording.ts'

let made: ReturnType<typeof makeFolder>
beforeAll(() => {
  made = makeFolder()
})
afterAll(() => made.remove())

/** A tone in one stream, with this many seconds and hertz. */
function stream(name: string, seconds: number, tone: number, ...how: string[]): string {
  const file = join(made.folder, name)
  const input = `sine=frequency=${tone}:duration=${seconds}:sample_rate=48000`
  runFfmpeg(['-f', 'lavfi', '-i', input, '-ac', '2', ...how, '-y', file])
  return file
}

function chain(...files: string[]): string {
  const file = join(made.folder, 'chain.ogg')
  writeFileSync(file, Buffer.concat(files.map((one) => readFileSync(one))))
  return file
}

const hashes = (file: string) => packetsOf(file, 'a').map(({ hash }) => hash)

describe.each([['libopus'], ['libvorbis']])('%s', (codec) => {
  test('a chain of streams of one form is copied whole, as one stream', async () => {
    const files = [
      stream('one.ogg', 1.5, 440, '-c:a', codec, '-metadata', 'title=Hymn'),
      stream('two.ogg', 6, 880, '-c:a', codec),
      stream('three.ogg', 3, 440, '-c:a', codec),
    ]
    const [source, copy] = [chain(...files), join(made.folder, 'copy.ogg')]
    const examined = await examineRecording(await openAsBlob(source))
    expect(Math.abs(examined.duration - 10.5)).toBeLessThan(0.1)
    const { duration } = await copyFile(source, copy)
    expect(Math.abs(duration - 10.5)).toBeLessThan(0.1)
    expect(hashes(copy)).toEqual(files.flatMap(hashes))
    const heard = runFfmpeg(['-i', copy, '-ac', '1', '-ar', '48000', '-f', 's16le', '-']).stdout.length
    expect(Math.abs(heard / 96_000 - 10.5)).toBeLessThan(0.1)
  })

  test('a chain is cut where one wants', async () => {
    const [one, two] = [stream('one.ogg', 4, 440, '-c:a', codec), stream('two.ogg', 6, 880, '-c:a', codec)]
    const copy = join(made.folder, 'copy.ogg')
    const { duration } = await copyFile(chain(one, two), copy, { kept: { from: 5, to: 8 } })
    expect(Math.abs(duration - 3)).toBeLessThan(0.1)
    expect(hashes(two).join()).toContain(hashes(copy).join())
  })

  test('a chain of streams of different forms is refused when it is chosen', async () => {
    const one = stream('one.ogg', 4, 440, '-c:a', codec)
    const file = chain(one, stream('mono.ogg', 6, 880, '-c:a', codec, '-ac', '1'))
    await expect(examineRecording(await openAsBlob(file))).rejects.toMatchObject({ code: 'joined' })
  })
})
