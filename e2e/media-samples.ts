import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const FFMPEG = process.env.FFMPEG ?? 'ffmpeg'
const FFPROBE = process.env.FFPROBE ?? 'ffprobe'

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30:duration=12']
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=12:sample_rate=44100']
const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-g', '60', '-pix_fmt', 'yuv420p']
const VPX = ['-b:v', '200k', '-deadline', 'realtime', '-cpu-used', '8']
const COPY = ['-c', 'copy']

/** The recordings of the tests, twelve seconds each, made from the program's own pictures and tones. */
const RECIPES: Record<string, string[]> = {
  'index-at-end.mp4': [...PICTURE, ...TONE, ...H264, '-c:a', 'aac'],
  'index-in-front.mp4': ['-i', 'index-at-end.mp4', ...COPY, '-movflags', '+faststart'],
  'fragmented.mp4': ['-i', 'index-at-end.mp4', ...COPY, '-movflags', '+frag_keyframe+empty_moov'],
  'camera.mov': ['-i', 'index-at-end.mp4', ...COPY],
  'desktop.mkv': ['-i', 'index-at-end.mp4', ...COPY],
  'late-start.mkv': ['-i', 'index-at-end.mp4', ...COPY, '-output_ts_offset', '3600'],
  'broadcast.ts': ['-i', 'index-at-end.mp4', ...COPY],
  'later.ts': ['-i', 'index-at-end.mp4', ...COPY, '-output_ts_offset', '500'],
  'vp8.webm': [...PICTURE, ...TONE, '-c:v', 'libvpx', ...VPX, '-c:a', 'libopus'],
  'vp9.webm': [...PICTURE, ...TONE, '-c:v', 'libvpx-vp9', ...VPX, '-c:a', 'libopus'],
  'sermon.mp3': [...TONE, '-c:a', 'libmp3lame'],
  'cover.png': ['-f', 'lavfi', '-i', 'color=teal:size=200x200:duration=1', '-frames:v', '1'],
  'with-cover.mp3': [
    ...['-i', 'sermon.mp3', '-i', 'cover.png', '-map', '0', '-map', '1', ...COPY],
    ...['-id3v2_version', '3', '-metadata', 'title=Hope', '-disposition:v', 'attached_pic'],
  ],
  'no-length.mp3': [...TONE, '-c:a', 'libmp3lame', '-write_xing', '0', '-q:a', '5'],
  'phone.m4a': [...TONE, '-c:a', 'aac'],
  'stream.aac': [...TONE, '-c:a', 'aac'],
  'desk.wav': [...TONE],
  'archive.flac': [...TONE],
  'vorbis.ogg': [...TONE, '-c:a', 'libvorbis'],
  'opus.ogg': [...TONE, '-c:a', 'libopus'],
}

/** Makes all samples in `folder`. */
export async function makeSamples(folder: string): Promise<void> {
  for (const [name, recipe] of Object.entries(RECIPES)) {
    await promisify(execFile)(FFMPEG, ['-v', 'error', '-y', ...recipe, name], { cwd: folder })
  }
  const contentOf = (name: string) => readFileSync(join(folder, name))
  const pieces = Array.from({ length: 4 }, () => [contentOf('broadcast.ts'), contentOf('later.ts')])
  writeFileSync(join(folder, 'eight-pieces.ts'), Buffer.concat(pieces.flat()))
  const whole = contentOf('index-in-front.mp4')
  writeFileSync(join(folder, 'cut-off.mp4'), whole.subarray(0, whole.length / 2))
}

/** A recording of three minutes that is large enough, at 32 MB, to be sent in parts. */
export function makeLongRecording(file: string): void {
  const tone = 'sine=frequency=440:duration=180:sample_rate=44100'
  execFileSync(FFMPEG, ['-v', 'error', '-y', '-f', 'lavfi', '-i', tone, '-ac', '2', file])
}

export type Probe = { start: number; duration: number; streams: string[]; title: string | undefined }

/** What ffprobe says of a file: seconds, and the kind and codec of each stream. */
export function probe(file: string): Probe {
  const said = execFileSync(
    FFPROBE,
    [
      ...['-v', 'error', '-show_entries', 'format=start_time,duration:format_tags=title'],
      ...['-show_entries', 'stream=codec_name,codec_type', '-of', 'json', file],
    ],
    { encoding: 'utf8' },
  )
  const { format, streams } = JSON.parse(said) as {
    format: { start_time?: string; duration: string; tags?: { title?: string } }
    streams: { codec_name: string; codec_type: string }[]
  }
  return {
    start: Number(format.start_time ?? 0),
    duration: Number(format.duration),
    streams: streams.map((stream) => `${stream.codec_type} ${stream.codec_name}`),
    title: format.tags?.title,
  }
}

/** A hash over the packets of the film and the sound, as they lie in the file. */
export function packetHashes(file: string): string {
  return hashes(file, COPY)
}

/** A hash over the decoded pictures and samples, for containers that wrap packets in another way. */
export function contentHashes(file: string): string {
  return hashes(file, [])
}

/** One of the film and one of the sound, each by itself: containers differ in how they weave them together. */
function hashes(file: string, how: string[]): string {
  const streams = ['-map', '0:V:0?', '-map', '0:a:0?', ...how, '-f', 'streamhash', '-hash', 'md5', '-']
  return execFileSync(FFMPEG, ['-v', 'error', '-i', file, ...streams], { encoding: 'utf8' })
}
