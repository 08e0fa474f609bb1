import { IMAGE_PREFIX, mediaFolder } from '@vestry/contract/sermons/media.ts'
import type { MessageKey } from '../../messages/messages.ts'

/** The two kinds of file that an item has. */
export type UploadKind = 'media' | 'image'
/** The word for a kind of file in texts. */
export type FileType = 'audio' | 'video' | 'image' | 'document'

type KindRules = {
  accept: string
  types: readonly FileType[]
  onlyOne: MessageKey
  invalid: MessageKey
  drop: MessageKey
  replace: MessageKey
}

export const UPLOAD_KINDS: Record<UploadKind, KindRules> = {
  media: {
    accept: 'audio/*,video/*,.mkv,.flac,.m4a,.ogg,.opus,.webm,.mov,.ts,.mts,.m2ts',
    types: ['audio', 'video'],
    onlyOne: 'preaching.file.onlyOneMedia',
    invalid: 'preaching.file.invalidMedia',
    drop: 'preaching.file.dropMedia',
    replace: 'preaching.file.replaceMedia',
  },
  image: {
    accept: 'image/*',
    types: ['image'],
    onlyOne: 'preaching.file.onlyOneImage',
    invalid: 'preaching.file.invalidImage',
    drop: 'preaching.file.dropImage',
    replace: 'preaching.file.replaceImage',
  },
}

/** Endings whose type some systems don't know, so that the browser gives such a file no type: this is a first guess. */
const UNTYPED: Record<string, FileType> = {
  mkv: 'video',
  flac: 'audio',
  m4a: 'audio',
  ogg: 'audio',
  opus: 'audio',
}

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>

/** Whether a file is audio, video or an image, by its type or, if it has none, by its ending. */
export function fileTypeOf(file: Pick<File, 'name' | 'type'>): FileType | undefined {
  const main = file.type.split('/')[0]
  if (main === 'audio' || main === 'video' || main === 'image') {
    return main
  }
  return file.type === '' ? UNTYPED[file.name.split('.').at(-1)?.toLowerCase() ?? ''] : undefined
}

/**
 * Why these files can't be used, or nothing when they can. Whether a file without a type is a recording, its content
 * will show.
 */
export function refuseFiles(files: readonly ChosenFile[], kind: UploadKind): MessageKey | undefined {
  const [file, ...others] = files
  const rules = UPLOAD_KINDS[kind]
  if (file === undefined || others.length > 0) {
    return rules.onlyOne
  }
  if (file.size === 0) {
    return 'preaching.file.empty'
  }
  if (kind === 'media' && file.type === '') {
    return undefined
  }
  const type = fileTypeOf(file)
  return type !== undefined && rules.types.includes(type) ? undefined : rules.invalid
}

/** The folder of the bucket for files of this kind. */
export function folderOf(kind: UploadKind, year: number): string {
  return kind === 'image' ? IMAGE_PREFIX : mediaFolder(year)
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
