import { createHash } from 'node:crypto'
import type { Signature } from '../signature/verify-signature.ts'
import type { ObjectHeaders } from '../store.ts'

/** In what an object says who uploaded it; owners alone see it, whose tools may copy it. */
export const UPLOADER = 'x-amz-meta-uploaded-by'

type Signer = Pick<Signature, 'credential' | 'person'>

/** The headers of what somebody uploads, with who that is; an owner's and a guest's keys are nobody's in particular. */
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

/** By what an uploader is known again, without being named. */
export function uploaderOf({ person }: Pick<Signer, 'person'>): string {
  return createHash('sha256').update(person).digest('hex').slice(0, 32)
}

export function isOwn({ [UPLOADER]: uploader }: ObjectHeaders, signer: Signer): boolean {
  return uploader === uploaderOf(signer)
}

export function isOfAnother({ [UPLOADER]: uploader }: ObjectHeaders, signer: Signer): boolean {
  return uploader !== undefined && uploader !== uploaderOf(signer)
}
