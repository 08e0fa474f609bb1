import type { AccessKey } from './access-keys.ts'

/** Where a request comes from, and who signed it. */
export type RequestContext = {
  /** The address from which the request came. */
  address: string
  /** Does something without the response waiting for it, so that its time reveals nothing. Failures are logged. */
  later(what: string, work: () => Promise<void>): void
  /** Whose access key signed the request; only for actions that ask for a signature. */
  operator?: AccessKey
}
