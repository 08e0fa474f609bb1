import { DEFAULT_POSTER_PATH } from '@vestry/contract/media.ts'
import type { Clock } from '../../server/src/clock.ts'
import type { StorageCredential } from './credentials.ts'
import type { ObjectCatalogue } from './object-catalogue.ts'
import type { ObjectSql } from './object-sql.ts'
import type { PieceFiles } from './piece-files.ts'
import type { UploadSql } from './upload-sql.ts'

/** What the whole store consists of. */
export type WholeStore = {
  /** The server's own bucket, which is always there. */
  home: string
  region: string
  clock: Clock
  files: PieceFiles
  catalogue: ObjectCatalogue
}

/** What the operations work with: the store, and what is in the bucket that a request names. */
export type StorageParts = WholeStore & { bucket: string; objects: ObjectSql; uploads: UploadSql }

/** Whether a credential may touch this key, or list what begins with this prefix. */
export function mayTouch(credential: StorageCredential, keyOrPrefix: string): boolean {
  return credential.prefixes.some((prefix) => keyOrPrefix.startsWith(prefix))
}

/** Whether a credential may write or remove this key. The server's own poster, which sermons share, is an operator's. */
export function mayChange(credential: StorageCredential, key: string): boolean {
  return mayTouch(credential, key) && (credential.everyBucket === true || key !== DEFAULT_POSTER_PATH)
}

/** Whether a credential knows this bucket. */
export function mayOpen(credential: StorageCredential, store: WholeStore, bucket: string): boolean {
  return bucket === store.home || (credential.everyBucket === true && store.catalogue.buckets.has(bucket))
}
