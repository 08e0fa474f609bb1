import { proposeFromFile } from '@vestry/contract/sermon-sources/propose-from-file.ts'
import {
  fitSermon,
  type SourceSermon,
  UNKNOWN_SERMON,
} from '@vestry/contract/sermon-sources/source-sermon.ts'
import { mediaFolder } from '@vestry/contract/sermons/media.ts'
import { churchMoment } from '../api/church-day.ts'
import type { ExaminedFile } from '../media/media-types.ts'
import { safeName, withSuffix } from '../media/uploads/object-names.ts'

/** How many characters of a file's name and of its fingerprint are in the path of its recording. */
const STEM = 80
const MARK = 12
const RECORDING = /\.(mp3|m4a|m4b|aac|wav|flac|ogg|oga|opus|mp4|m4v|mov|mkv|webm|ts|mts|m2ts)$/i

type Named = Pick<File, 'name' | 'lastModified'>
type Presenter = { id: number; presenterName: string }

/** Whether a file of a folder may be a recording; names that begin with a dot belong to the system. */
export function isRecording({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return !name.startsWith('.') && (/^(audio|video)\//.test(type) || RECORDING.test(name))
}

/** What an import says of a file; `examined` is missing if the file can't be used. */
export function sermonOfFile(
  file: Named,
  fingerprint: string,
  examined: ExaminedFile | undefined,
  presenters: readonly Presenter[],
): SourceSermon {
  const { tags = {} } = examined ?? {}
  const found = proposeFromFile(file.name, tags, presenters)
  const known = presenters.find(({ id }) => id === found.preacher_id)?.presenterName
  const artist = tags.artist?.trim() ?? ''
  const speaker = known ?? artist
  const held = found.event_datetime === undefined ? '' : `${found.event_datetime}:00`
  const year = Number((held || churchMoment(file.lastModified)).slice(0, 4))
  return fitSermon({
    ...UNKNOWN_SERMON,
    guid: `file:${fingerprint}`,
    title: found.localizedname ?? withSuffix(file.name, ''),
    held,
    at: held === '' ? file.lastModified : null,
    speakers: speaker === '' ? [] : [speaker.replace(/\s+/g, ' ')],
    series: tags.album?.trim() ?? '',
    ...(examined && {
      recording: recordingPath(file.name, fingerprint, year, examined.suffix),
      media_format: examined.media_format,
      duration: Math.max(0, Math.round(examined.duration)),
    }),
  })
}

/** The path of a recording in the store: always the same for this file, and for no other. */
function recordingPath(name: string, fingerprint: string, year: number, suffix: string): string {
  const stem = safeName(withSuffix(name, '')).slice(0, STEM)
  return `${mediaFolder(year)}${safeName(`${stem}-${fingerprint.slice(0, MARK)}${suffix}`)}`
}

/** The part of a recording's path that identifies its file. */
export function markOfFile(fingerprint: string): string {
  return fingerprint.slice(0, MARK)
}

/** The mark of the file from which a recording was made; empty for other recordings. */
export function markOfPath(path: string): string {
  return /-([0-9a-f]{12})\.\w+$/.exec(path)?.[1] ?? ''
}
