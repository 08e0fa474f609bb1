import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { FindCredential } from './access.ts'
import type { ByteRange } from './request/byte-range.ts'

/** Where time comes from; milliseconds since 1970. */
export type Clock = { now(): number }

/** What a list says about an object: everything but its bytes and headers. */
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
export type ObjectHeaders = Record<string, string>

/** An object store, as a program uses it from within: on the disk, or a bucket of Amazon S3 or of its like. */
export type ObjectStore = {
  /** The S3 protocol; to be registered with a prefix such as `/s3`. */
  plugin: FastifyPluginAsync
  bucket: string
  /** The address of a remote bucket itself; absent for a store on the disk, which is reached through `plugin`. */
  address?: string
  /** Stores an object in place of an earlier one. */
  put(key: string, body: Readable | Uint8Array, headers: ObjectHeaders): Promise<void>
  /**
   * Stores an object if none has that key; says whether it did. It looks before it writes, and writes on condition once
   * `supportsConditionalWrites` has found that the store knows conditions.
   */
  putNew(key: string, body: Readable | Uint8Array, headers: ObjectHeaders): Promise<boolean>
  has(key: string): Promise<boolean>
  find(key: string): Promise<(ListedObject & { headers: ObjectHeaders }) | undefined>
  /** The bytes of an object, or some of them. Throws when there is none of that key. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Whether a write on condition that nothing is there (`If-None-Match: *`) is refused if something is. It is tried at
   * `key`, whose object may be written again as it is.
   */
  supportsConditionalWrites(key: string): Promise<boolean>
  /** Every object whose key begins with `prefix`, in the order of their keys' bytes. */
  list(prefix?: string): AsyncIterable<ListedObject>
  /** Removes an object; that it isn't there is no error. */
  remove(key: string): Promise<void>
  /** Removes what a crash has left, and uploads that nobody has gone on with for seven days. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** As much of a store as a backup needs; one on the disk can be opened like this beside the process that serves it. */
export type ReadableStore = Pick<ObjectStore, 'find' | 'read' | 'list' | 'close'> & {
  /** Length and MD5 of the runs of bytes that an object consists of; only a store on the disk knows them. */
  findParts?(key: string): readonly StoredPart[] | undefined
  /** Whether all bytes of an object are there, by the length of their files; only a store on the disk can tell. */
  isWhole?(key: string): Promise<boolean>
  /** Buckets that owners have made beside the default one; in a store on the disk. */
  otherBuckets?(): string[]
  /** Uploads in parts that are neither completed nor aborted; in a store on the disk. */
  unfinished?(): UnfinishedUploads
}

export type StoredPart = { size: number; md5: string }

/** Uploads in parts that are neither completed nor aborted, and the bytes of their parts. */
export type UnfinishedUploads = { number: number; bytes: number }

/** What the protocol needs to know about the program around it. */
export type ProtocolOptions = {
  region: string
  findCredential: FindCredential
  /** The machine's when absent. */
  clock?: Clock
  /** The other origins whose pages may use the store; none when absent. */
  origins?: readonly string[]
  /** Keys that only a credential for every bucket may write or remove. */
  isProtected?(key: string): boolean
  /** What the program's records need in the bucket; then only owners replace or remove it. */
  keeper?: Keeper | undefined
  /** Called with the keys that somebody has removed and those that were refused to them, for an audit trail. */
  onChange?(request: FastifyRequest, change: BucketChange): Promise<void>
  /** Called when a signature has proved valid, with whose request it is and whether their key may write. */
  onAuthenticated?(request: IncomingMessage, who: { person: string; access: 'read' | 'write' }): void
  /** Called with the code of each error of this store's own; a remote store's answers are passed on without it. */
  onError?(request: FastifyRequest, code: string): void
}

export type Keeper = {
  /**
   * Runs `change` while no record names the key and none can begin to, and answers whether it has run. `isReleased`
   * says that a record used to name it and left it for anybody to remove; after that it no longer is.
   */
  whileUnused(key: string, change: (isReleased: boolean) => Promise<void>): Promise<boolean>
  /** Who has begun which upload, for a store that doesn't know it itself: a remote one. */
  uploads: {
    /** `id` is the remote store's. */
    begin(key: string, id: string, uploader: string): Promise<void>
    end(key: string, id: string): Promise<void>
    isOfAnother(key: string, uploader: string): Promise<boolean>
  }
}

export type BucketChange = {
  person: string
  name: string | undefined
  removed: readonly string[]
  refused: readonly string[]
}

/** The store can't be opened as things are; the message says why in one sentence. */
export class StoreOpenError extends Error {
  override name = 'StoreOpenError'
  readonly reason: OpenFailure
  /** The folder or file, or the address of the remote bucket. */
  readonly location: string
  /** A detail that some reasons have: the bucket's own region, the status, or the name of the error. */
  readonly detail: string | undefined

  constructor(
    reason: OpenFailure,
    message: string,
    { location, detail, ...options }: ErrorOptions & { location: string; detail?: string | undefined },
  ) {
    super(message, options)
    this.reason = reason
    this.location = location
    this.detail = detail
  }
}

export type OpenFailure =
  | 'locked'
  | 'newer-version'
  | 'other-version'
  | 'no-credentials'
  | 'unknown-key'
  | 'wrong-secret'
  | 'wrong-clock'
  | 'no-bucket'
  | 'wrong-region'
  | 'access-denied'
  | 'unreachable'
  | 'failed'
