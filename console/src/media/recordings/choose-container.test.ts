import { expect, test } from 'vitest'
import { chooseContainer, isForPodcasts } from './choose-container.ts'

test.each([
  ['avc', 'aac', true, '.mp4 video/mp4 video'],
  ['hevc', 'aac', false, '.mp4 video/mp4 video'],
  ['avc', undefined, false, '.mp4 video/mp4 video'],
  ['vp9', 'opus', true, '.webm video/webm video'],
  ['vp9', 'opus', false, '.mp4 video/mp4 video'],
  ['vp9', 'aac', true, '.mp4 video/mp4 video'],
  ['vp8', 'vorbis', true, '.webm video/webm video'],
  [undefined, 'mp3', false, '.mp3 audio/mpeg audio'],
  [undefined, 'aac', true, '.m4a audio/mp4 audio'],
  [undefined, 'opus', true, '.webm audio/webm audio'],
  [undefined, 'opus', false, '.ogg audio/ogg audio'],
  [undefined, 'flac', true, '.flac audio/flac audio'],
  [undefined, 'pcm-s16', false, '.wav audio/wav audio'],
] as const)('%s with %s (from Matroska: %s) goes into %s', (video, audio, fromMatroska, expected) => {
  const container = chooseContainer(video, audio, fromMatroska)
  expect(`${container?.suffix} ${container?.contentType} ${container?.media_format}`).toBe(expected)
})

test.each([
  ['avc', 'pcm-s16'],
  ['avc', 'ac3'],
  ['avc', 'vorbis'],
  ['vp8', 'aac'],
  ['prores', 'aac'],
  [undefined, 'ac3'],
  [undefined, undefined],
] as const)('%s with %s fits nothing that browsers play', (video, audio) => {
  expect(chooseContainer(video, audio, true)).toBeUndefined()
})

test('podcast apps take AAC and MP3, and no other sound', () => {
  const all = ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm-s16'] as const
  expect(all.filter(isForPodcasts)).toEqual(['aac', 'mp3'])
})
