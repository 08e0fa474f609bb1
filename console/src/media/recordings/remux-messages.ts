import type { MediaErrorCode, UnsupportedFormat } from '../media-types.ts'
import type { MeasuredSound } from '../sound/sound-meter.ts'
import type { CopyEdit } from './copy-recording.ts'
import type { Examined } from './examine-recording.ts'
import type { CopiedRecording } from './recording-formats.ts'

/** An order to copy a recording: `entry` names the file to write; without one the result comes back in memory. */
export type CopyOrder = {
  kind: 'copy'
  file: File
  edit: CopyEdit
  folder: string
  entry: string | undefined
}

/** What the worker is asked. */
export type RemuxOrder = CopyOrder | { kind: 'examine' | 'measure'; file: File }

/** The worker's messages. `size` is that of the copy, in bytes; `content` is there if the order named no entry. */
export type RemuxReport =
  | { kind: 'progress'; fraction: number }
  | { kind: 'done'; recording: CopiedRecording; size: number; content: ArrayBuffer | undefined }
  | ({ kind: 'examined' } & Examined)
  /** Without `sound` if there is none that can be decoded here. */
  | { kind: 'measured'; sound: MeasuredSound | undefined }
  /** The entry can't be written, or holds less than is written to it, as in some private windows. */
  | { kind: 'no_file_access' }
  | { kind: 'failed'; code: MediaErrorCode; detail: string; format?: UnsupportedFormat | undefined }
