import { openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BlobSource, BufferTarget, EncodedPacketSink, Input, MP3 } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyRecording } from '../recordings/copy-recording.ts'
import { hear, makeFolder, packetsOf, runFfmpeg } from './ffmpeg-sound.ts'
import { crc16, MP3_STEP, turnMp3Frame } from './turn-mp3.ts'

const VOICE =
  "anoisesrc=color=pink:seed=3:duration=6:amplitude=0.1,volume='0.3+0.7*abs(sin(2.3*t))':eval=frame"
/**
 * Output of LAME: versions 1, 2 and 2.5, one channel and two, joint or separate, with and without a checksum in each
 * frame.
 */
const KINDS: Record<string, string[]> = {
  'stereo, 44.1 kHz': ['-ar', '44100', '-ac', '2', '-b:a', '128k'],
  'stereo without joining, 48 kHz': ['-ar', '48000', '-ac', '2', '-b:a', '160k', '-joint_stereo', '0'],
  'mono, 44.1 kHz': ['-ar', '44100', '-ac', '1', '-b:a', '64k'],
  'variable bit rate': ['-ar', '44100', '-ac', '2', '-q:a', '4'],
  'version 2, stereo': ['-ar', '22050', '-ac', '2', '-b:a', '64k'],
  'version 2, mono': ['-ar', '24000', '-ac', '1', '-b:a', '40k'],
  'version 2.5, mono': ['-ar', '11025', '-ac', '1', '-b:a', '24k'],
}

let made: ReturnType<typeof makeFolder>
beforeAll(() => {
  made = makeFolder()
})
afterAll(() => made.remove())

async function turned(from: string, to: string, steps: number): Promise<void> {
  let target = new BufferTarget()
  const open = () => {
    target = new BufferTarget()
    return target
  }
  await copyRecording(await openAsBlob(from), open, () => undefined, { mp3Steps: steps })
  writeFileSync(to, Buffer.from(target.buffer ?? new ArrayBuffer()))
}

describe.each(Object.entries(KINDS))('MP3, %s', (_name, encoding) => {
  test('the loudness moves by exactly as many steps, and back to the same bits', async () => {
    const place = (name: string) => join(made.folder, name)
    const [file, same, louder, back] = [
      place('file.mp3'),
      place('same.mp3'),
      place('louder.mp3'),
      place('back.mp3'),
    ]
    runFfmpeg(['-f', 'lavfi', '-i', VOICE, '-c:a', 'libmp3lame', ...encoding, '-y', file])
    await turned(file, same, 0)
    const heard = (path: string) => {
      const { channels, loudness } = hear(['-i', path], 44_100, 1)
      return { length: channels[0]?.length, loudness }
    }
    const hashes = (path: string) => packetsOf(path, 'a').map(({ hash }) => hash)
    const before = { ...heard(same), hashes: hashes(same) }
    for (const steps of [4, 1, -6]) {
      await turned(file, louder, steps)
      const after = heard(louder)
      expect(Math.abs(after.loudness - before.loudness - steps * MP3_STEP)).toBeLessThanOrEqual(0.1)
      expect(after.length).toBe(before.length)
      expect(runFfmpeg(['-v', 'warning', '-i', louder, '-f', 'null', '-']).stderr).toBe('')
      await turned(louder, back, -steps)
      expect(hashes(back)).toEqual(before.hashes)
    }
  })
})

test('the check of a protected frame is worked out anew, and its sound turned like any other', async () => {
  const file = join(made.folder, 'plain.mp3')
  runFfmpeg(['-f', 'lavfi', '-i', VOICE, '-ar', '44100', '-ac', '2', '-b:a', '128k', '-y', file])
  using input = new Input({ formats: [MP3], source: new BlobSource(await openAsBlob(file)) })
  const track = await input.getPrimaryAudioTrack()
  const packet = track && (await new EncodedPacketSink(track).getPacket(5))
  const plain = packet?.data ?? new Uint8Array()
  const checked = Uint8Array.of(0xff, 0xfa, ...plain.subarray(2, 4), 0, 0, ...plain.subarray(4))
  const louder = turnMp3Frame(checked, 3)
  const crc = crc16([...louder.subarray(2, 4), ...louder.subarray(6, 38)])
  expect([...louder.subarray(4, 6)]).toEqual([crc >> 8, crc & 0xff])
  expect([...louder.subarray(6)]).toEqual([...turnMp3Frame(plain, 3).subarray(4)])
  expect([...turnMp3Frame(louder, -3).subarray(6)]).toEqual([...plain.subarray(4)])
})

test('the check is the one that its name stands for', () => {
  expect(crc16(Buffer.from('123456789'))).toBe(0xaee7)
})

test.each([
  ['nothing', []],
  ['layer II', [0xff, 0xfd, 0x90, 0x00, ...Array<number>(60).fill(7)]],
  ['a frame that is cut off', [0xff, 0xfb, 0x90, 0x00, 1, 2, 3]],
  ['what is no frame', [1, 2, 3, 4, ...Array<number>(60).fill(7)]],
])('%s stays as it is', (_name, bytes) => {
  const frame = Uint8Array.from(bytes)
  expect(turnMp3Frame(frame, 5)).toBe(frame)
})
