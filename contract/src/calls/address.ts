import { z } from 'zod'
import { route } from './route.ts'

/** Why there is no certificate for a name on the web. */
export const CERTIFICATE_FAILURES = [
  'no_address',
  'other_server',
  'port_closed',
  'directory_unreachable',
  'directory_refused',
] as const
export type CertificateFailureKind = (typeof CERTIFICATE_FAILURES)[number]

/** How other machines reach the console. */
export const Address = z.object({
  /**
   * `local`: this machine alone; `given`: by certificate files or a proxy; `domain`: by a name whose certificate the
   * server fetches; `lan`: in the church's network, by a certificate of the church's own authority.
   */
  way: z.enum(['local', 'given', 'domain', 'lan']),
  /** The address that people use. */
  publicUrl: z.string(),
  /** What a phone opens first. */
  phoneUrl: z.string(),
  /** The last day of the certificate that the server itself keeps; empty if it keeps none. */
  validUntil: z.string(),
  /** SHA-256 of the church's own authority, in hexadecimal pairs with colons; empty if there is none. */
  fingerprint: z.string(),
  failure: z
    .object({
      kind: z.enum(CERTIFICATE_FAILURES),
      /** What the directory said. */
      said: z.string(),
      /** When it is tried again: ISO 8601, in UTC. */
      nextTry: z.string(),
    })
    .optional(),
})
export type Address = z.output<typeof Address>

export const addressRoutes = {
  find: route('GET', '/address', {
    summary: 'How phones and other machines reach the console',
    who: 'administer',
    answer: Address,
  }),
}
