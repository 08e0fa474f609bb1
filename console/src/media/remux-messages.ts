import type { Container } from './choose-container.ts'
import type { CopiedRecording } from './copy-recording.ts'
import type { MediaErrorCode, RecordingTags } from './media-types.ts'

/** A recording is to be copied: `entry` names the file to write; without one the result comes back in memory. */
export type CopyOrder = { kind: 'copy'; file: File; folder: string; entry: string | undefined }

/** What the worker is asked. */
export type RemuxOrder = CopyOrder | { kind: 'examine'; file: File }

/** What the worker says. `content` is there when the order named no entry. */
export type RemuxReport =
  | { kind: 'progress'; fraction: number }
  | { kind: 'done'; recording: CopiedRecording; content: ArrayBuffer | undefined }
  | { kind: 'examined'; recording: Container; duration: number; tags: RecordingTags }
  | { kind: 'no_file_access' }
  | { kind: 'failed'; code: MediaErrorCode; detail: string }
