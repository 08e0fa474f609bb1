import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Logging, LogLevel } from 'mediabunny'
import { afterAll, describe, expect, test } from 'vitest'
import { makeFolder, runFfmpeg } from '../sound/ffmpeg-sound.ts'
import { examineRecording } from './examine-recording.ts'

Logging.level = LogLevel.Silent

/** A WAV file of 16-bit mono at 8000 Hz that declares these sizes, in bytes. */
function wav(
  { riff, data, format = 1 }: { riff: number; data: number; format?: number },
  seconds = 3,
): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(riff, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(format, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data, 40)
  return Buffer.concat([head, Buffer.alloc(seconds * 16_000, 1)])
}

/** The same as RF64, with the sizes in a 64-bit chunk. */
function rf64({ riff, data }: { riff: bigint; data: bigint }): Buffer {
  const sizes = Buffer.alloc(36)
  sizes.write('ds64', 0)
  sizes.writeUInt32LE(28, 4)
  sizes.writeBigUInt64LE(riff, 8)
  sizes.writeBigUInt64LE(data, 16)
  const plain = wav({ riff: 0xffffffff, data: 0xffffffff })
  plain.write('RF64', 0)
  return Buffer.concat([plain.subarray(0, 12), sizes, plain.subarray(12)])
}

/** The first page of a stream in an Ogg file, which says what the stream is. */
function oggPage(serial: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string, 'latin1')
  const head = Buffer.alloc(28)
  head.write('OggS\0\x02', 'latin1')
  head.writeUInt32LE(serial, 14)
  head[26] = 1
  head[27] = bytes.length
  return Buffer.concat([head, bytes])
}

/** Frames of MPEG sound in one of its layers, about a tenth of a second. */
function mpegSound(layer: 2 | 3): Buffer {
  const [head, size] =
    layer === 2 ? ([[0xff, 0xfd, 0x80, 0x04], 417] as const) : ([[0xff, 0xfb, 0x90, 0x64], 417] as const)
  const frame = Buffer.alloc(size)
  frame.set(head)
  return Buffer.concat(Array.from({ length: 40 }, () => frame))
}

const examined = async (bytes: Buffer) => {
  try {
    const { recording, duration } = await examineRecording(new Blob([Uint8Array.from(bytes)]))
    return `${recording.suffix} ${Math.round(duration)} s`
  } catch (error) {
    const { code, format } = error as { code: string; format?: { part: string; name: string } }
    return format === undefined ? code : `${code}: ${format.part} ${format.name}`
  }
}

test.each([
  ['both sizes', wav({ riff: 0, data: 0 })],
  ['its own size', wav({ riff: 0, data: 48_000 })],
  ['the size of its sound', wav({ riff: 48_036, data: 0 })],
  ['both sizes of 64 bits', rf64({ riff: 0n, data: 0n })],
  ['nothing', wav({ riff: 48_036, data: 48_000 })],
])('a WAV that lacks %s since its recorder lost power is as long as the file', async (_, bytes) => {
  expect(await examined(bytes)).toBe('.wav 3 s')
})

test.each([
  ['MP2', mpegSound(2), 'track_not_copyable: sound MP2'],
  ['MP3', mpegSound(3), '.mp3 1 s'],
  ['ADPCM in WAV', wav({ riff: 48_036, data: 48_000, format: 2 }), 'track_not_copyable: sound ADPCM'],
  ['another sound in WAV', wav({ riff: 48_036, data: 48_000, format: 777 }), 'unreadable'],
  ['FLAC in OGG', oggPage(1, '\x7fFLAC\x01\0\0\x01'), 'track_not_copyable: sound FLAC in an OGG file'],
  ['Speex', oggPage(1, `Speex   ${'\0'.repeat(72)}`), 'track_not_copyable: sound Speex'],
  ['Theora alone', oggPage(1, `\x80theora${'\0'.repeat(35)}`), 'track_not_copyable: picture Theora'],
  ['AIFF', Buffer.from('FORM\0\0\0\x04AIFF'), 'unknown_container: sound_file AIFF'],
  ['AVI', Buffer.from('RIFF\0\0\0\x04AVI LIST'), 'unknown_container: film AVI'],
  ['a text', Buffer.from('Grace and peace'), 'unknown_container'],
])('%s is told for what it is', async (_, bytes, expected) => {
  expect(await examined(bytes)).toBe(expected)
})

describe('films and sounds that programs make', () => {
  const workshop = makeFolder()
  afterAll(workshop.remove)
  const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=1']
  const TONE = ['-f', 'lavfi', '-i', 'sine=duration=1']
  const made = (name: string, ...recipe: string[]) => {
    runFfmpeg(['-v', 'error', ...recipe, join(workshop.folder, name)])
    return readFileSync(join(workshop.folder, name))
  }

  test.each([
    ['dslr.mov', ['-c:v', 'libx264', '-c:a', 'pcm_s16le'], 'track_not_copyable: sound_of_film PCM'],
    ['dolby.mkv', ['-c:v', 'libx264', '-c:a', 'ac3'], 'track_not_copyable: sound_of_film AC-3'],
    ['prores.mov', ['-c:v', 'prores', '-c:a', 'aac'], 'track_not_copyable: picture ProRes'],
    ['lossless.m4a', ['-vn', '-c:a', 'alac'], 'track_not_copyable: sound Apple Lossless (ALAC)'],
    ['layer-two.ts', ['-vn', '-c:a', 'mp2'], 'track_not_copyable: sound MP2'],
    ['layer-two.mkv', ['-vn', '-c:a', 'mp2'], 'track_not_copyable: sound MP2'],
  ])('%s is told for what it is', async (name, recipe, expected) => {
    expect(await examined(made(name, ...PICTURE, ...TONE, ...recipe))).toBe(expected)
  })

  test.each([
    ['stills.mov', ['-c:v', 'mjpeg', '-c:a', 'aac'], 'Motion JPEG'],
    ['stills.mkv', ['-c:v', 'mjpeg', '-c:a', 'aac'], 'Motion JPEG'],
    ['broadcast.ts', ['-c:v', 'mpeg2video', '-c:a', 'aac'], 'MPEG-2'],
    ['theora.ogv', ['-c:v', 'libtheora', '-c:a', 'libvorbis'], 'Theora'],
    ['film.mp4', ['-c:v', 'libx264', '-c:a', 'aac'], undefined],
    [
      'two-films.mkv',
      [
        '-map',
        '0:v',
        '-map',
        '0:v',
        '-map',
        '1:a',
        ...['-c:v:0', 'libx264', '-c:v:1', 'mjpeg'],
        '-c:a',
        'aac',
      ],
      undefined,
    ],
    ['sound.ts', ['-vn', '-c:a', 'aac'], undefined],
  ])('of %s it is said which picture a copy would be without', async (name, recipe, picture) => {
    const bytes = made(name, ...PICTURE, ...TONE, ...recipe)
    const { lostPicture } = await examineRecording(new Blob([Uint8Array.from(bytes)]))
    expect(lostPicture).toBe(picture)
  })
})
