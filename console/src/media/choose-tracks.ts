import {
  type AudioCodec,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MatroskaInputFormat,
  MP4,
  QTFF,
  type VideoCodec,
} from 'mediabunny'
import { type Container, chooseContainer, isForPodcasts } from './choose-container.ts'
import { MediaError } from './media-types.ts'

export type ChosenTrack =
  | { kind: 'video'; track: InputVideoTrack; codec: VideoCodec }
  | { kind: 'audio'; track: InputAudioTrack; codec: AudioCodec }

/** The film and the sound of a recording, and what will hold them. Throws when one of them can't be copied. */
export async function chooseTracks(input: Input): Promise<{ tracks: ChosenTrack[]; container: Container }> {
  const isFilm = async (track: InputVideoTrack) => !isStillPicture(await track.getInternalCodecId())
  const video = await input.getPrimaryVideoTrack({ filter: isFilm })
  const audio = await input.getPrimaryAudioTrack()
  const tracks: ChosenTrack[] = []
  if (video) {
    tracks.push({ kind: 'video', track: video, codec: known(await video.getCodec(), 'video') })
  }
  if (audio) {
    tracks.push({ kind: 'audio', track: audio, codec: known(await audio.getCodec(), 'audio') })
  }
  if (tracks.length === 0) {
    throw await nothingFound(input)
  }
  const container = chooseContainer(
    tracks.find(({ kind }) => kind === 'video')?.codec as VideoCodec | undefined,
    tracks.find(({ kind }) => kind === 'audio')?.codec as AudioCodec | undefined,
    (await input.getFormat()) instanceof MatroskaInputFormat,
  )
  if (!container) {
    const codecs = tracks.map(({ codec }) => codec).join(' and ')
    throw new MediaError('track_not_copyable', `No container that browsers play holds ${codecs}.`)
  }
  return { tracks, container }
}

/** The sound of a recording alone, for podcast apps. Throws when there is none, or none that they take as it is. */
export async function chooseSound(input: Input): Promise<{ tracks: ChosenTrack[]; container: Container }> {
  const sound = (await chooseTracks(input)).tracks.find(({ kind }) => kind === 'audio')
  if (sound?.kind !== 'audio') {
    throw new MediaError('no_tracks', 'The file holds no sound.')
  }
  const container = isForPodcasts(sound.codec) ? chooseContainer(undefined, sound.codec, false) : undefined
  if (!container) {
    throw new MediaError('track_not_copyable', `Podcast apps don't take ${sound.codec}.`)
  }
  return { tracks: [sound], container }
}

/** An MP4 or MOV whose index is missing is one whose end, where recorders put the index, is missing. */
async function nothingFound(input: Input): Promise<MediaError> {
  const format = await input.getFormat()
  return format === MP4 || format === QTFF
    ? new MediaError('cut_off', 'The file ends before its index.')
    : new MediaError('no_tracks', 'The file holds neither sound nor film.')
}

function known<C>(codec: C | null, kind: string): C {
  if (codec === null) {
    throw new MediaError('track_not_copyable', `The codec of the ${kind} track is not known.`)
  }
  return codec
}

/** Chapter pictures and cover art that a container carries as a track of their own. */
function isStillPicture(codecId: unknown): boolean {
  return typeof codecId === 'string' && /^(jpeg|mjp[ab]|png |V_MJPEG)$/.test(codecId)
}
