import type { HeadObjectOutput } from '@aws-sdk/client-s3'
import type { ObjectHeaders } from '../store.ts'

const PLAIN = {
  'content-type': 'ContentType',
  'cache-control': 'CacheControl',
  'content-disposition': 'ContentDisposition',
  'content-encoding': 'ContentEncoding',
  'content-language': 'ContentLanguage',
} as const
const METADATA = 'x-amz-meta-'

/** An object's headers as the SDK wants them. */
export function sdkHeaders(headers: ObjectHeaders) {
  const names = Object.entries(PLAIN).filter(([name]) => headers[name] !== undefined)
  const metadata = Object.entries(headers).filter(([name]) => name.startsWith(METADATA))
  return {
    ...Object.fromEntries(names.map(([name, member]) => [member, headers[name]])),
    ...(headers.expires !== undefined && { Expires: new Date(headers.expires) }),
    Metadata: Object.fromEntries(
      metadata.map(([name, value]) => [name.slice(METADATA.length), inAscii(value)]),
    ),
  }
}

/** An object's headers as the SDK returns them. */
export function headersOf(object: HeadObjectOutput): ObjectHeaders {
  const headers: ObjectHeaders = {}
  for (const [name, member] of Object.entries(PLAIN)) {
    const value = object[member]
    if (value !== undefined) {
      headers[name] = value
    }
  }
  if (object.ExpiresString !== undefined) {
    headers.expires = object.ExpiresString
  }
  for (const [name, value] of Object.entries(object.Metadata ?? {})) {
    headers[METADATA + name] = value
  }
  return headers
}

/** RFC 2047, which is how Amazon itself writes what is not ASCII: the value holds the bytes of UTF-8. */
function inAscii(value: string): string {
  return /^[\x20-\x7e]*$/.test(value)
    ? value
    : `=?UTF-8?B?${Buffer.from(value, 'latin1').toString('base64')}?=`
}
