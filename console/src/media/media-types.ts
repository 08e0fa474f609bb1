import type { RecordingTags } from '@vestry/contract/sermon-sources/recording-tags.ts'
import type { MediaFormat } from '@vestry/contract/sermons/media.ts'

/**
 * Why a recording can't be prepared. `time_jumps`: the timestamps in the file jump too often to be repaired. `edited`:
 * its edit list leaves out something that a copy can't leave out. `joined`: only its first piece could be copied.
 */
export type MediaErrorCode =
  | 'unknown_container'
  | 'track_not_copyable'
  | 'cut_off'
  | 'time_jumps'
  | 'edited'
  | 'joined'
  | 'no_tracks'
  | 'unreadable'
  | 'out_of_space'
  | 'aborted'
  | 'failed'

/** What can't be published, and its usual name: the whole file, its picture, or its sound (with a picture or alone). */
export type UnsupportedFormat = {
  part: 'film' | 'sound_file' | 'picture' | 'sound_of_film' | 'sound'
  name: string
}

export class MediaError extends Error {
  readonly code: MediaErrorCode
  readonly format: UnsupportedFormat | undefined
  constructor(
    code: MediaErrorCode,
    detail: string,
    options?: ErrorOptions & { format?: UnsupportedFormat | undefined },
  ) {
    super(detail, options)
    this.name = 'MediaError'
    this.code = code
    this.format = options?.format
  }
}

/**
 * Why a file can't be stored. `offline`: the store couldn't be reached for too long; the upload can be resumed.
 * `too_many`: too many uploads are unfinished, of this person or of all.
 */
export type UploadErrorCode =
  | 'aborted'
  | 'offline'
  | 'denied'
  | 'too_large'
  | 'too_many'
  | 'out_of_space'
  | 'failed'

export class UploadError extends Error {
  readonly code: UploadErrorCode
  /** The id of the request, if the store has failed. */
  readonly reference: string | undefined
  constructor(code: UploadErrorCode, detail: string, options?: ErrorOptions & { reference?: string }) {
    super(detail, options)
    this.name = 'UploadError'
    this.code = code
    this.reference = options?.reference
  }
}

/** What is sent to the store: bytes, the name they should get, and their type. */
export type UploadSource = {
  file: File
  name: string
  contentType: string
  /** No other file can want this name: the file gets it, or is not stored. */
  isOnlyName?: true
}

/** A recording ready to be sent. `duration` is in seconds, `undefined` if nobody knows it. */
export type PreparedFile = UploadSource & {
  media_format: MediaFormat
  duration: number | undefined
  /** Frees the copy that preparing made, and what was uploaded of it. Call it once the upload is stored or given up. */
  dispose(): Promise<void>
  /** Keeps the copy for the next time that the same file is prepared, so that what was uploaded of it still counts. */
  letGo(): void
}

/** What a recording turns out to be; `duration` is in seconds, as exact as possible without preparing it. */
export type ExaminedFile = {
  media_format: MediaFormat
  suffix: string
  duration: number
  tags: RecordingTags
}

/** `onProgress` is called with the part done, 0 to 1. */
export type PrepareOptions = { onProgress(fraction: number): void; signal: AbortSignal }

/** `loaded` and `total` are bytes; `loaded` starts above 0 when an upload is resumed. */
export type UploadOptions = {
  onProgress(progress: { loaded: number; total: number }): void
  /** Called when the upload waits for the connection; the next progress means that it goes on. */
  onWaiting?(): void
  signal: AbortSignal
}
