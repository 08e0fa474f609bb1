import type { AccessKey } from './access-keys.ts'

/** Who asks, as far as it matters before anybody is signed in. */
export type RequestContext = {
  /** The address that the request came from. */
  address: string
  /** Does something after the response has gone out, so that its time tells nothing. Failures are logged. */
  later(what: string, work: () => Promise<void>): void
  /** Whose access key signed the request; only for actions that ask for a signature. */
  operator?: AccessKey
}
