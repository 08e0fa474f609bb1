import type { AccessKey } from './access-keys.ts'

/** Where a request comes from, and who signed it. */
export type RequestContext = {
  /** The address that the request came from. */
  address: string
  /** Does something that the response does not wait for, so that its time reveals nothing. Failures are logged. */
  later(what: string, work: () => Promise<void>): void
  /** Whose access key signed the request; only for actions that ask for a signature. */
  operator?: AccessKey
}
