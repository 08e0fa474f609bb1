import { deleteReleasedFiles } from '../media/delete-released-files.ts'
import type { PreparedFile } from '../media/media-types.ts'
import type { SoundChoices } from '../media/sound/plan-sound.ts'
import type { FileType } from './upload-kinds.ts'

/**
 * A file that was chosen and is not stored yet, by the field that it is for, of a sermon or of a series; an
 * attachment by the path that stands in for its own.
 */
export type PendingFiles = {
  path?: File
  poster_path?: File
  picture_path?: File
  attachments?: Readonly<Record<string, File>>
}

export function filesOf({ path, poster_path, picture_path, attachments = {} }: PendingFiles): File[] {
  return [path, poster_path, picture_path, ...Object.values(attachments)].filter((file) => file !== undefined)
}

const FILE_FIELDS = ['path', 'poster_path', 'picture_path'] as const

/** Files that were set aside, put back with the `fields` of their form; what was chosen since for others stays. */
export function restoreFiles(now: PendingFiles, aside: PendingFiles, fields: object): PendingFiles {
  const files = { ...aside, ...now }
  for (const field of FILE_FIELDS.filter((name) => name in fields)) {
    delete files[field]
    Object.assign(files, aside[field] && { [field]: aside[field] })
  }
  const attachments = { ...aside.attachments, ...now.attachments }
  return { ...files, ...(Object.keys(attachments).length > 0 && { attachments }) }
}

/** The attachments of a form without those that somebody else has taken off the record meanwhile. */
export function presentAttachments<Row extends { path: string }>(
  rows: readonly Row[],
  stored: readonly { path: string }[],
  chosen: PendingFiles['attachments'] = {},
): Row[] {
  return rows.filter((row) => row.path in chosen || stored.some(({ path }) => path === row.path))
}

/** With the duration of a recording in whole seconds, and the paths of a picture's copies. */
export type StoredFile = { path: string; type: FileType; duration?: number; copies?: PictureCopies }

/** The small one, which stands for the others, is that of a poster alone. */
export type PictureCopies = { small?: string; all: readonly string[] }

/** What earlier tries have done already, so that a later one goes on from there. */
export type SaveMemory = {
  /** One identity for all tries to create the item, so that one that is repeated creates nothing twice. */
  newUuid: string
  prepared: Map<File, PreparedFile>
  /** The audio file that was made of a recording, which is prepared and stored like the others; undefined where none can be. */
  audio: Map<File, File | undefined>
  /** What is wanted for the sound of a recording. */
  sound: Map<File, SoundChoices>
  stored: Map<File, StoredFile>
  /** A call went out and no answer came: the item may name the stored files already. */
  unsure: boolean
}

export function newMemory(): SaveMemory {
  return {
    newUuid: crypto.randomUUID(),
    prepared: new Map(),
    audio: new Map(),
    sound: new Map(),
    stored: new Map(),
    unsure: false,
  }
}

/** Gives up every file of a draft that nobody goes on with. */
export function discardAll(memory: SaveMemory): void {
  discardFiles([...memory.prepared.keys(), ...memory.stored.keys()], memory)
}

/** Gives up what was prepared or stored for `files` and never came to stand in an item. */
export function discardFiles(files: readonly File[], memory: SaveMemory): void {
  for (const file of files) {
    const stored = memory.stored.get(file)
    const prepared = memory.prepared.get(file)
    memory.stored.delete(file)
    memory.prepared.delete(file)
    if (stored !== undefined && !memory.unsure) {
      void deleteReleasedFiles([stored.path, ...(stored.copies?.all ?? [])])
    }
    void prepared?.dispose()
    const audio = memory.audio.get(file)
    memory.audio.delete(file)
    discardFiles(audio === undefined ? [] : [audio], memory)
  }
}
