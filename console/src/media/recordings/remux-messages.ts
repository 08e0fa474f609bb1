import type { MediaErrorCode, UnsupportedFormat } from '../media-types.ts'
import type { MeasuredSound } from '../sound/sound-meter.ts'
import type { CopyEdit } from './copy-recording.ts'
import type { Examined } from './examine-recording.ts'
import type { CopiedRecording } from './recording-formats.ts'

/** A recording is to be copied: `entry` names the file to write; without one the result comes back in memory. */
export type CopyOrder = {
  kind: 'copy'
  file: File
  edit: CopyEdit
  folder: string
  entry: string | undefined
}

/** What the worker is asked. */
export type RemuxOrder = CopyOrder | { kind: 'examine' | 'measure'; file: File }

/** What the worker says. `size` is of the copy, in bytes; `content` is there when the order named no entry. */
export type RemuxReport =
  | { kind: 'progress'; fraction: number }
  | { kind: 'done'; recording: CopiedRecording; size: number; content: ArrayBuffer | undefined }
  | ({ kind: 'examined' } & Examined)
  /** Without a sound where there is none that can be heard here. */
  | { kind: 'measured'; sound: MeasuredSound | undefined }
  /** The entry can't be written, or keeps less than is written to it, as in some private windows. */
  | { kind: 'no_file_access' }
  | { kind: 'failed'; code: MediaErrorCode; detail: string; format?: UnsupportedFormat | undefined }
