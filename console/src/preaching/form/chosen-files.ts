import type { PreparedFile, UploadError } from '../../media/media-types.ts'
import type { SoundChoices } from '../../media/sound/plan-sound.ts'
import type { FileType } from './upload-kinds.ts'

/**
 * Files that were chosen but not stored yet, by their field of a sermon or a series; an attachment by the path that
 * stands for its own.
 */
export type PendingFiles = {
  path?: File
  poster_path?: File
  picture_path?: File
  attachments?: Readonly<Record<string, File>>
}
/** Each of these fields has one file. */
export type FileField = Exclude<keyof PendingFiles, 'attachments'>

/** Includes the duration of a recording in whole seconds, and the paths of a picture's copies. */
export type StoredFile = { path: string; type: FileType; duration?: number; copies?: PictureCopies }

/** Only a poster has the small copy, which stands for the others. */
export type PictureCopies = { small?: string; all: readonly string[] }

/** What earlier tries have already done with a file, so that a later one continues from there. */
export type FileWork = {
  /** What is wanted for the sound of a recording. */
  sound?: SoundChoices
  prepared?: PreparedFile
  /**
   * The audio file that was made of a recording, which is prepared and stored like the others; null if none can be
   * made.
   */
  audio?: File | null
  stored?: StoredFile
}

/** The files of a form, from choosing one until a record names it. */
export type ChosenFiles = {
  /** The same identity for all tries to create the record, so that a repeated one creates nothing twice. */
  newUuid: string
  chosen: PendingFiles
  /** Taken off the form, but can still be put back. */
  aside: PendingFiles
  work: ReadonlyMap<File, FileWork>
  /** A call that names the stored files is under way. */
  calling: boolean
  /** Such a call got no response: a record may name them already. */
  unsure: boolean
}

const FILE_FIELDS = ['path', 'poster_path', 'picture_path'] as const

export function noFiles(newUuid: string): ChosenFiles {
  return { newUuid, chosen: {}, aside: {}, work: new Map(), calling: false, unsure: false }
}

export function filesOf({ path, poster_path, picture_path, attachments = {} }: PendingFiles): File[] {
  return [path, poster_path, picture_path, ...Object.values(attachments)].filter((file) => file !== undefined)
}

export function choose(files: ChosenFiles, field: FileField, file: File): ChosenFiles {
  return { ...files, chosen: { ...files.chosen, [field]: file } }
}

export function take(files: ChosenFiles, field: FileField): ChosenFiles {
  const { [field]: _taken, ...chosen } = files.chosen
  return { ...files, chosen }
}

export function attach(files: ChosenFiles, added: Readonly<Record<string, File>>): ChosenFiles {
  return withAttachments(files, { ...files.chosen.attachments, ...added })
}

export function detach(files: ChosenFiles, path: string): ChosenFiles {
  const { [path]: _detached, ...attachments } = files.chosen.attachments ?? {}
  return withAttachments(files, attachments)
}

function withAttachments(files: ChosenFiles, attachments: Readonly<Record<string, File>>): ChosenFiles {
  const { attachments: _before, ...chosen } = files.chosen
  const isNone = Object.keys(attachments).length === 0
  return { ...files, chosen: isNone ? chosen : { ...chosen, attachments } }
}

/** What was made of the recording is made again, in the way that is wanted now. */
export function wantSound(files: ChosenFiles, sound: SoundChoices): ChosenFiles {
  const { path } = files.chosen
  return path === undefined ? files : { ...files, work: new Map(files.work).set(path, { sound }) }
}

export function setAside(files: ChosenFiles): ChosenFiles {
  return { ...files, chosen: {}, aside: files.chosen }
}

/**
 * Puts files back together with the `fields` of their form; later choices for other fields stay. They belong to the
 * same record as before.
 */
export function putBack(now: ChosenFiles, back: ChosenFiles, fields: object): ChosenFiles {
  return {
    ...now,
    newUuid: back.newUuid,
    chosen: restoreFiles(now.chosen, back.chosen, fields),
    aside: {},
    work: new Map([...withoutWork(back).work, ...now.work]),
  }
}

export function restoreFiles(now: PendingFiles, back: PendingFiles, fields: object): PendingFiles {
  const files = { ...back, ...now }
  for (const field of FILE_FIELDS.filter((name) => name in fields)) {
    delete files[field]
    Object.assign(files, back[field] && { [field]: back[field] })
  }
  const attachments = { ...back.attachments, ...now.attachments }
  return { ...files, ...(Object.keys(attachments).length > 0 && { attachments }) }
}

/** Removes all files from the form for good. */
export function clear(files: ChosenFiles): ChosenFiles {
  return { ...files, chosen: {}, aside: {} }
}

/** What was prepared and stored is given up; a create that may have been done keeps its identity. */
export function withoutWork(files: ChosenFiles): ChosenFiles {
  const work = [...files.work].flatMap(([file, { sound }]) => (sound ? [[file, { sound }] as const] : []))
  return { ...files, work: new Map(work) }
}

/** The same files for another form, as if nothing had been done with them. */
export function apart(files: ChosenFiles): ChosenFiles {
  return { ...withoutWork(files), aside: {}, calling: false, unsure: false }
}

export function noteWork(files: ChosenFiles, file: File, done: FileWork): ChosenFiles {
  return { ...files, work: new Map(files.work).set(file, { ...files.work.get(file), ...done }) }
}

/**
 * A record that names the stored files is being sent: until there is a response, they must not be given up. Those that
 * were set aside it doesn't name, so what is stored of them is given up before.
 */
export function claim(files: ChosenFiles): ChosenFiles {
  return {
    ...(files.unsure ? files : withStored(files, heldOf(filesOf(files.chosen), files))),
    calling: true,
  }
}

/** When a later call is refused, that doesn't tell what became of one without a response. */
export function notClaimed(files: ChosenFiles, isRefused: boolean): ChosenFiles {
  return { ...files, calling: false, unsure: files.unsure || !isRefused }
}

/** A record names them: from now on they belong to it. */
export function claimed(files: ChosenFiles): ChosenFiles {
  return { ...withStored(files, new Set()), calling: false, unsure: false }
}

/** What is stored is known of these files alone. */
function withStored(files: ChosenFiles, known: ReadonlySet<File>): ChosenFiles {
  const work = [...files.work].map(([file, done]) => {
    const { stored: _stored, ...others } = done
    return [file, known.has(file) ? done : others] as const
  })
  return { ...files, work: new Map(work) }
}

/** Forgets what is known of files that nobody needs any more. */
export function heldAlone(files: ChosenFiles): ChosenFiles {
  if (files.calling) {
    return files
  }
  const held = heldOf([...filesOf(files.chosen), ...filesOf(files.aside)], files)
  const work = [...files.work].filter(([file]) => held.has(file))
  return work.length === files.work.size ? files : { ...files, work: new Map(work) }
}

/** These files, and the audio files that were made of them. */
function heldOf(some: readonly File[], { work }: ChosenFiles): ReadonlySet<File> {
  return new Set(some.flatMap((file) => [file, work.get(file)?.audio ?? file]))
}

/** What a step leaves behind; but no stored file that a record may name. */
export function leftBehind(
  before: ChosenFiles,
  after: ChosenFiles,
): { prepared: PreparedFile[]; stored: string[] } {
  const [was, is] = [workOf(before), workOf(after)]
  return {
    prepared: [...was.prepared].filter((one) => !is.prepared.has(one)),
    stored: before.unsure || before.calling ? [] : [...was.stored].filter((path) => !is.stored.has(path)),
  }
}

function workOf({ work }: ChosenFiles) {
  const all = [...work.values()]
  return {
    prepared: new Set(all.flatMap(({ prepared }) => prepared ?? [])),
    stored: new Set(
      all.flatMap(({ stored }) => (stored ? [stored.path, ...(stored.copies?.all ?? [])] : [])),
    ),
  }
}

/** A file could not be stored. */
export class FileNotStored extends Error {
  override readonly name = 'FileNotStored'
  readonly type: FileType
  override readonly cause: UploadError

  constructor(type: FileType, cause: UploadError) {
    super(cause.message)
    this.type = type
    this.cause = cause
  }
}
