import type { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import type { Unfinished } from './unfinished-uploads.ts'

/** The server's own bucket in the embedded store. */
export const DEFAULT_BUCKET = 'preaching'

/** What is told of an object without its bytes. */
export type ListedObject = {
  key: string
  /** Bytes. */
  size: number
  /** Without quotes; the MD5 of the bytes unless they came in parts. */
  etag: string
  /** Milliseconds since 1970. */
  modified: number
}

/** Headers that come back with an object as they were given, `x-amz-meta-…` among them; names in lower case. */
export type KeptHeaders = Record<string, string>

/** The object store, as the server itself uses it: the embedded one, or a bucket of Amazon S3 or of its like. */
export type Store = {
  /** What the server answers below `/s3`; to be registered with that prefix. */
  plugin: FastifyPluginAsync
  bucket: string
  /** The address of the bucket for the browser, which may be a path of this server's own. */
  address: string
  /** Stores an object from within the server, in place of an earlier one. */
  put(key: string, body: Readable | Uint8Array, headers: KeptHeaders): Promise<void>
  has(key: string): Promise<boolean>
  find(key: string): Promise<(ListedObject & { headers: KeptHeaders }) | undefined>
  /** The bytes of an object. Throws when there is none of that key. */
  read(key: string): Promise<Readable>
  /**
   * Whether a write on condition that nothing is there is refused where something is. It is tried at `key`, whose
   * object may be written again as it is.
   */
  refusesTaken(key: string): Promise<boolean>
  /** Every object whose key begins with `prefix`, in the order of their keys' bytes. */
  list(prefix?: string): AsyncIterable<ListedObject>
  /** Removes an object; that it isn't there is no error. */
  remove(key: string): Promise<void>
  /** Removes what nobody goes on with and a crash has left. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** As much of a store as a copy needs; the embedded one opens so beside the running server. */
export type ReadableStore = Pick<Store, 'find' | 'read' | 'list' | 'close'> & {
  /** Length and MD5 of the runs of bytes that an object consists of; only a store of our own knows them. */
  findParts?(key: string): readonly KeptPart[] | undefined
  /** Buckets that operators have made beside the church's; in a store of our own. */
  otherBuckets?(): string[]
  /** What of uploads in parts has come and is neither completed nor aborted; in a store of our own. */
  unfinished?(): Unfinished
}

export type KeptPart = { size: number; md5: string }
