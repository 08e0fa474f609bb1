import {
  type AudioCodec,
  EncodedPacketSink,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MatroskaInputFormat,
  MP4,
  QTFF,
  type VideoCodec,
} from 'mediabunny'
import { MediaError, type UnsupportedFormat } from '../media-types.ts'
import { isStillPicture, movesOn } from '../pictures/lost-picture.ts'
import { type Container, chooseContainer, isForPodcasts } from './choose-container.ts'
import { pictureName, soundName } from './codec-names.ts'
import { streamsUnread } from './streams-unread.ts'

export type ChosenTrack =
  | { kind: 'video'; track: InputVideoTrack; codec: VideoCodec }
  | { kind: 'audio'; track: InputAudioTrack; codec: AudioCodec }

/** The film and the sound of a recording, and the container for them. Throws when one of them can't be copied. */
export async function chooseTracks(
  input: Input,
  file: Blob,
): Promise<{ tracks: ChosenTrack[]; container: Container }> {
  const isFilm = async (track: InputVideoTrack) => !isStillPicture(await track.getInternalCodecId())
  const video = await input.getPrimaryVideoTrack({ filter: isFilm })
  const audio = await input.getPrimaryAudioTrack()
  const tracks: ChosenTrack[] = []
  if (video) {
    const codec = await video.getCodec()
    if (codec === null) {
      throw notCopyable('picture', pictureName(await video.getInternalCodecId()))
    }
    tracks.push({ kind: 'video', track: video, codec })
  }
  if (audio) {
    const part = video ? 'sound_of_film' : 'sound'
    const codec = await audio.getCodec()
    if (codec === null) {
      throw notCopyable(part, soundName(await audio.getInternalCodecId()))
    }
    if (codec === 'mp3' && !(await isLayerThree(audio))) {
      throw notCopyable(part, 'MP2')
    }
    tracks.push({ kind: 'audio', track: audio, codec })
  }
  if (tracks.length === 0) {
    throw await nothingFound(input, file)
  }
  const container = chooseContainer(
    tracks.find(({ kind }) => kind === 'video')?.codec as VideoCodec | undefined,
    tracks.find(({ kind }) => kind === 'audio')?.codec as AudioCodec | undefined,
    (await input.getFormat()) instanceof MatroskaInputFormat,
  )
  if (!container) {
    throw unfitting(tracks)
  }
  return { tracks, container }
}

/** Only the sound of a recording, for podcast apps. Throws when there is none, or none that they accept as it is. */
export async function chooseSound(
  input: Input,
  file: Blob,
): Promise<{ tracks: ChosenTrack[]; container: Container }> {
  const sound = (await chooseTracks(input, file)).tracks.find(({ kind }) => kind === 'audio')
  if (sound?.kind !== 'audio') {
    throw new MediaError('no_tracks', 'The file holds no sound.')
  }
  const container = isForPodcasts(sound.codec) ? chooseContainer(undefined, sound.codec, false) : undefined
  if (!container) {
    throw new MediaError('track_not_copyable', `Podcast apps don't take ${sound.codec}.`)
  }
  return { tracks: [sound], container }
}

/** If an MP4 or MOV has no index, its end is missing, since recorders put the index there. */
async function nothingFound(input: Input, file: Blob): Promise<MediaError> {
  const format = await input.getFormat()
  if (format === MP4 || format === QTFF) {
    return new MediaError('cut_off', 'The file ends before its index.')
  }
  const { sound, picture } = await streamsUnread(input, file)
  if (sound !== undefined || picture !== undefined) {
    return picture === undefined ? notCopyable('sound', sound ?? '') : notCopyable('picture', picture)
  }
  const still = await input.getPrimaryVideoTrack()
  return still && (await movesOn(still))
    ? notCopyable('picture', pictureName(await still.getInternalCodecId()))
    : new MediaError('no_tracks', 'The file holds neither sound nor film.')
}

/** Which track is the reason why no container that browsers play can hold all of them. */
function unfitting(tracks: readonly ChosenTrack[]): MediaError {
  const film = tracks.find(({ kind }) => kind === 'video')
  const sound = tracks.find(({ kind }) => kind === 'audio')
  if (film?.kind === 'video' && !chooseContainer(film.codec, undefined, false)) {
    return notCopyable('picture', pictureName(film.codec))
  }
  return notCopyable(film ? 'sound_of_film' : 'sound', soundName(sound?.codec))
}

function notCopyable(part: UnsupportedFormat['part'], name: string): MediaError {
  const format = name === '' ? undefined : { part, name }
  return new MediaError('track_not_copyable', `The ${part} is ${name || 'of no known kind'}.`, { format })
}

/**
 * Of MPEG's kinds of sound, browsers play only the third layer, which is called MP3; the first bytes tell which it is.
 */
async function isLayerThree(track: InputAudioTrack): Promise<boolean> {
  const first = await new EncodedPacketSink(track).getFirstPacket()
  return first === null || ((first.data[1] ?? 0) & 0x06) === 0x02
}
