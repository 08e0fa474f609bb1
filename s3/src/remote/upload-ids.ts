import { createHmac } from 'node:crypto'
import type { S3Request } from '../request/s3-request.ts'
import { S3Error } from '../s3-errors.ts'
import { sameTextInConstantTime } from '../signature/signature-v4.ts'

const PROOF_LENGTH = 22

export type UploadIds = ReturnType<typeof createUploadIds>

/**
 * Ids of uploads that say whose they are: the remote store's own id is preceded by a proof, which nobody without
 * `secret` can make, that this person has begun it. Owners use the remote store's ids.
 */
export function createUploadIds(secret: string | Buffer) {
  const proofOf = ({ key, signature }: S3Request, id: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([signature.person, key, id]))
      .digest('base64url')
      .slice(0, PROOF_LENGTH)
  const isOwners = ({ signature }: S3Request) => signature.credential.everyBucket === true

  return {
    /** The remote store's id of the upload that a request names, if it names one. Throws NoSuchUpload, AccessDenied. */
    read(request: S3Request): string {
      const given = request.query.get('uploadId') ?? ''
      if (given === '' || isOwners(request)) {
        return given
      }
      const [, proof = '', id = ''] = /^([\w-]{22})\.(.+)$/.exec(given) ?? []
      if (id === '') {
        throw new S3Error('NoSuchUpload')
      }
      if (!sameTextInConstantTime(proof, proofOf(request, id))) {
        throw new S3Error('AccessDenied', 'Somebody else has begun this upload.')
      }
      return id
    },

    /** An answer of the remote store, with the id for its client to use. */
    show(request: S3Request, xml: string): string {
      return request.key === '' || isOwners(request)
        ? xml
        : xml.replace(/<UploadId>([^<]+)<\/UploadId>/, (_, id: string) => {
            return `<UploadId>${proofOf(request, id)}.${id}</UploadId>`
          })
    },
  }
}
