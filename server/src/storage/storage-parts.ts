import type { Clock } from '../clock.ts'
import type { StorageCredential } from './credentials.ts'
import type { ObjectSql } from './object-sql.ts'
import type { PieceFiles } from './piece-files.ts'
import type { UploadSql } from './upload-sql.ts'

/** What the operations work with. */
export type StorageParts = {
  bucket: string
  region: string
  clock: Clock
  files: PieceFiles
  objects: ObjectSql
  uploads: UploadSql
}

/** Whether a credential may touch this key, or list what begins with this prefix. */
export function mayTouch(credential: StorageCredential, keyOrPrefix: string): boolean {
  return credential.prefixes.some((prefix) => keyOrPrefix.startsWith(prefix))
}
