import { findText, t } from '../messages/messages.ts'
import type { MediaError, UploadError } from './media-types.ts'

/**
 * Why a recording can't be used, in words, and what to do instead; nothing if the reason would mean nothing to people.
 */
export function causeOfMedia({ code, format }: MediaError): string[] {
  return [
    ...given(findText(`preaching.media.${code}`)),
    ...(format === undefined ? [] : [t('preaching.media.format', format)]),
  ]
}

/** Why a file can't be stored, in words. */
export function causeOfUpload({ code }: UploadError): string[] {
  return given(findText(`preaching.upload.${code}`))
}

function given(text: string | undefined): string[] {
  return text === undefined ? [] : [text]
}
