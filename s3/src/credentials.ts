/** What the store must know of an access key to check a signature and to decide what it may do. */
export type StorageCredential = {
  secretAccessKey: string
  /** What every request with this key must carry as its session token; absent for a lasting key. */
  sessionToken: string | undefined
  /** Milliseconds since 1970; absent for a lasting key. */
  expires: number | undefined
  /** Whether it may also list and write, or only read objects whose names it knows. */
  access: 'read' | 'write'
  /** The key prefixes of the bucket that it may touch, such as `images/`. */
  prefixes: readonly string[]
  /** Whether it opens every bucket and makes new ones; others know the server's bucket alone. */
  everyBucket?: boolean
  /** Whose key it is, where that is known: somebody gets a new key every hour. */
  person?: string
  /** Called when the signature of a request proved good. */
  noteUse?(): Promise<void>
}

/**
 * Looks an access key up at every request, so that a revocation takes effect at once. `undefined` means
 * that the key is unknown or revoked.
 */
export type FindCredential = (accessKeyId: string) => Promise<StorageCredential | undefined>
