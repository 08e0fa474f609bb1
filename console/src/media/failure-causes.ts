import { type MessageKey, t } from '../messages/messages.ts'
import type { MediaError, UploadError } from './media-types.ts'

const MEDIA_CAUSES: Partial<Record<string, MessageKey>> = {
  cut_off: 'preaching.media.cut_off',
  time_jumps: 'preaching.media.time_jumps',
  no_tracks: 'preaching.media.no_tracks',
  out_of_space: 'preaching.media.out_of_space',
  unknown_container: 'preaching.media.unknown_container',
  track_not_copyable: 'preaching.media.track_not_copyable',
}

const UPLOAD_CAUSES: Partial<Record<string, MessageKey>> = {
  offline: 'preaching.upload.offline',
  denied: 'preaching.upload.denied',
  too_large: 'preaching.upload.too_large',
  too_many: 'preaching.upload.too_many',
  out_of_space: 'preaching.upload.out_of_space',
}

function causeOf(causes: Partial<Record<string, MessageKey>>, code: string): string[] {
  const key = causes[code]
  return key === undefined ? [] : [t(key)]
}

/** Why a recording can't be taken, in words; nothing where the reason says nothing to anybody. */
export function causeOfMedia({ code }: MediaError): string[] {
  return causeOf(MEDIA_CAUSES, code)
}

/** Why a file can't be stored, in words. */
export function causeOfUpload({ code }: UploadError): string[] {
  return causeOf(UPLOAD_CAUSES, code)
}
