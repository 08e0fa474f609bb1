/** What the store must know of an access key to check a signature and to decide what it may do. */
export type Credential = {
  secretAccessKey: string
  /** What every request with this key must carry as its session token; absent for a lasting key. */
  sessionToken?: string | undefined
  /** Milliseconds since 1970; absent for a lasting key. */
  expires?: number | undefined
  /** Whether it may also list and write, or only read objects whose names it knows. */
  access: 'read' | 'write'
  /** The key prefixes of the bucket that it may use, such as `images/`. */
  prefixes: readonly string[]
  /** The name of its owner in an audit trail. */
  name?: string | undefined
  /** Called when the signature of a request has proved valid. */
  recordUse?(): Promise<void>
} & (
  | {
      /** Whether it opens every bucket and makes new ones; other keys know only the default bucket. */
      everyBucket: true
      person?: string | undefined
    }
  | {
      everyBucket?: false | undefined
      /**
       * Whose key it is: the limits of one person count for all of their keys together. Without it, as for a guest,
       * each key is limited by itself.
       */
      person: string | undefined
    }
)

/**
 * Looks up an access key at every request, so that a revocation takes effect at once. `undefined` means that the key is
 * unknown or revoked.
 */
export type FindCredential = (accessKeyId: string) => Promise<Credential | undefined>

/** Whether a credential may use this key, or list what begins with this prefix. */
export function canAccess(credential: Credential, keyOrPrefix: string): boolean {
  return credential.prefixes.some((prefix) => keyOrPrefix.startsWith(prefix))
}

/** Whether a credential may write or remove this key. */
export function canChange(
  credential: Credential,
  key: string,
  isProtected: (key: string) => boolean,
): boolean {
  return canAccess(credential, key) && (credential.everyBucket === true || !isProtected(key))
}

/** The owner of every bucket and object, as clients see it. */
export const OWNER = { ID: 'vestry', DisplayName: 'vestry' }
