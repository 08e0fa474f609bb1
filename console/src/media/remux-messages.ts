import type { CopiedRecording } from './copy-recording.ts'
import type { MediaErrorCode } from './media-types.ts'

/** What the worker is asked: `entry` names the file to write; without one the result comes back in memory. */
export type RemuxOrder = { file: File; folder: string; entry: string | undefined }

/** What the worker says. `content` is there when the order named no entry. */
export type RemuxReport =
  | { kind: 'progress'; fraction: number }
  | { kind: 'done'; recording: CopiedRecording; content: ArrayBuffer | undefined }
  | { kind: 'no_file_access' }
  | { kind: 'failed'; code: MediaErrorCode; detail: string }
