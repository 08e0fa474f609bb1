import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { path as INSTALLED } from '@ffmpeg-installer/ffmpeg'
import { path as PROBE } from '@ffprobe-installer/ffprobe'

// For the tests of this folder: sounds that ffmpeg makes, and its measurements of them.

const FFMPEG = process.env.FFMPEG ?? INSTALLED

export function runFfmpeg(args: string[]): { stdout: Buffer; stderr: string } {
  const { status, stdout, stderr } = spawnSync(FFMPEG, ['-hide_banner', '-nostdin', ...args], {
    maxBuffer: 2 ** 30,
  })
  if (status !== 0) {
    throw new Error(`ffmpeg ${args.join(' ')}: ${stderr}`)
  }
  return { stdout, stderr: stderr.toString() }
}

/** A new folder, and a function that removes it. */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-sound-'))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

/**
 * The samples that ffmpeg makes of `input`, each channel separately; loudness in LUFS and true peak in dBTP as its
 * ebur128 filter measures them.
 */
export function hear(
  input: string[],
  rate: number,
  channels: number,
): { channels: Float32Array[]; loudness: number; peak: number } {
  const { stdout, stderr } = runFfmpeg([
    ...input,
    ...['-filter_complex', '[0:a]asplit[sound][copy];[copy]ebur128=peak=true[measured]'],
    ...['-map', '[sound]', '-ar', `${rate}`, '-ac', `${channels}`, '-f', 'f32le', '-'],
    ...['-map', '[measured]', '-f', 'null', '-'],
  ])
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'))
  const read = (pattern: RegExp) => Number(pattern.exec(summary)?.[1])
  return {
    channels: separate(new Float32Array(stdout.buffer, stdout.byteOffset, stdout.byteLength >> 2), channels),
    loudness: read(/I:\s+(-?[\d.]+) LUFS/),
    peak: read(/Peak:\s+(-?[\d.]+) dBFS/),
  }
}

function separate(joined: Float32Array, channels: number): Float32Array[] {
  const length = joined.length / channels
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(length)
    for (let at = 0; at < length; at += 1) {
      samples[at] = joined[at * channels + channel] as number
    }
    return samples
  })
}

/** The packets of a file's film or sound as ffprobe reads them: their seconds, and a hash of each one's content. */
export function packetsOf(file: string, kind: 'v' | 'a'): { time: number; length: number; hash: string }[] {
  const { stdout } = spawnSync(
    process.env.FFPROBE ?? PROBE,
    [
      '-v',
      'error',
      '-select_streams',
      `${kind}:0`,
      '-show_packets',
      '-show_data_hash',
      'md5',
      '-of',
      'json',
      file,
    ],
    { maxBuffer: 2 ** 30, encoding: 'utf8' },
  )
  const { packets } = JSON.parse(stdout) as {
    packets: { pts_time: string; duration_time: string; data_hash: string }[]
  }
  return packets.map(({ pts_time, duration_time, data_hash }) => ({
    time: Number(pts_time),
    length: Number(duration_time),
    hash: data_hash,
  }))
}
