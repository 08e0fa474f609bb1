import { createHash } from 'node:crypto'
import type { Signature } from '../signature/verify-signature.ts'
import type { ObjectHeaders } from '../store.ts'

/** The header in which an object says who uploaded it; only owners see it, whose tools may copy it. */
export const UPLOADER = 'x-amz-meta-uploaded-by'

type Signer = Pick<Signature, 'credential' | 'person'>

/**
 * The headers of an upload, with the person who uploads it; keys of owners and guests belong to nobody in particular.
 */
export function markUploader(headers: ObjectHeaders, signer: Signer): ObjectHeaders {
  const { credential } = signer
  const { [UPLOADER]: given, ...others } = headers
  if (credential.everyBucket) {
    return headers
  }
  return credential.person === undefined ? others : { ...others, [UPLOADER]: uploaderOf(signer) }
}

export function withoutUploader<Headers extends Record<string, string>>(headers: Headers): Headers {
  const { [UPLOADER]: _hidden, ...shown } = headers
  return shown as Headers
}

/** By what an uploader is recognised without being named. */
export function uploaderOf({ person }: Pick<Signer, 'person'>): string {
  return createHash('sha256').update(person).digest('hex').slice(0, 32)
}

export function isOwn({ [UPLOADER]: uploader }: ObjectHeaders, signer: Signer): boolean {
  return uploader === uploaderOf(signer)
}

export function isOfAnother({ [UPLOADER]: uploader }: ObjectHeaders, signer: Signer): boolean {
  return uploader !== undefined && uploader !== uploaderOf(signer)
}
