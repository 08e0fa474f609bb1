import type { MediaFormat } from '@vestry/contract/sermons/media.ts'
import type { AudioCodec, VideoCodec } from 'mediabunny'

export type ContainerKind = 'mp4' | 'webm' | 'mp3' | 'wav' | 'flac' | 'ogg'

/** The name ending and the type of a finished recording. */
export type Container = {
  kind: ContainerKind
  suffix: string
  contentType: string
  media_format: MediaFormat
}

const MP4_VIDEO: readonly VideoCodec[] = ['avc', 'hevc', 'av1', 'vp9']
const MP4_AUDIO: readonly AudioCodec[] = ['aac', 'mp3', 'opus', 'flac']
const WEBM_VIDEO: readonly VideoCodec[] = ['vp8', 'vp9', 'av1']
const WEBM_AUDIO: readonly AudioCodec[] = ['opus', 'vorbis']

/** Whether podcast apps accept sound in this form, in an MPEG-4 file or as MP3. */
export function isForPodcasts(audio: AudioCodec): boolean {
  return audio === 'aac' || audio === 'mp3'
}

/**
 * The container for a recording's tracks (`undefined`: there is no such track), or `undefined` if none that browsers
 * play can hold them. With `fromMatroska`, what came as WebM stays WebM.
 */
export function chooseContainer(
  video: VideoCodec | undefined,
  audio: AudioCodec | undefined,
  fromMatroska: boolean,
): Container | undefined {
  if (video) {
    return chooseForVideo(video, audio, fromMatroska)
  }
  return audio ? chooseForAudio(audio, fromMatroska) : undefined
}

function chooseForVideo(video: VideoCodec, audio: AudioCodec | undefined, fromMatroska: boolean) {
  const webm: Container = {
    kind: 'webm',
    suffix: '.webm',
    contentType: 'video/webm',
    media_format: 'video',
  }
  const mp4: Container = { kind: 'mp4', suffix: '.mp4', contentType: 'video/mp4', media_format: 'video' }
  const fits: Container[] = []
  if (MP4_VIDEO.includes(video) && (!audio || MP4_AUDIO.includes(audio))) {
    fits.push(mp4)
  }
  if (WEBM_VIDEO.includes(video) && (!audio || WEBM_AUDIO.includes(audio))) {
    fits.push(webm)
  }
  return fromMatroska ? fits.at(-1) : fits[0]
}

function chooseForAudio(audio: AudioCodec, fromMatroska: boolean): Container | undefined {
  const media_format = 'audio'
  switch (audio) {
    case 'aac':
      return { kind: 'mp4', suffix: '.m4a', contentType: 'audio/mp4', media_format }
    case 'mp3':
      return { kind: 'mp3', suffix: '.mp3', contentType: 'audio/mpeg', media_format }
    case 'flac':
      return { kind: 'flac', suffix: '.flac', contentType: 'audio/flac', media_format }
    case 'opus':
    case 'vorbis':
      return fromMatroska
        ? { kind: 'webm', suffix: '.webm', contentType: 'audio/webm', media_format }
        : { kind: 'ogg', suffix: '.ogg', contentType: 'audio/ogg', media_format }
    case 'pcm-u8':
    case 'pcm-s16':
    case 'pcm-s24':
    case 'pcm-s32':
    case 'pcm-f32':
    case 'ulaw':
    case 'alaw':
      return { kind: 'wav', suffix: '.wav', contentType: 'audio/wav', media_format }
    default:
      return undefined
  }
}
