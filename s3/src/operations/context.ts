import type { Credential } from '../access.ts'
import type { Catalogue } from '../disk/object-catalogue.ts'
import type { ObjectSql } from '../disk/object-sql.ts'
import type { PieceFiles } from '../disk/piece-files.ts'
import type { UploadSql } from '../disk/upload-sql.ts'
import type { Clock, ProtocolOptions } from '../store.ts'

/** The store on the disk, as a whole. */
export type Disk = {
  /** Always there, and the only bucket for a credential that doesn't open every bucket. */
  defaultBucket: string
  region: string
  clock: Clock
  isProtected: (key: string) => boolean
  /** Of the default bucket. */
  keeper: ProtocolOptions['keeper']
  files: PieceFiles
  catalogue: Catalogue
}

/** What an operation works with: the store, and what is in the bucket that the request names. */
export type Context = Disk & { bucket: string; objects: ObjectSql; uploads: UploadSql }

/** Whether a credential knows this bucket. */
export function canOpen(credential: Credential, disk: Disk, bucket: string): boolean {
  return (
    bucket === disk.defaultBucket || (credential.everyBucket === true && disk.catalogue.buckets.has(bucket))
  )
}
