import { z } from 'zod'

const Bytes = z.string().regex(/^[\w-]+$/)
const Common = z.object({
  id: Bytes.max(1400),
  rawId: Bytes.max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
})

/** What a browser makes of a new passkey. */
export const NewCredential = Common.extend({
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(32)).max(8).nullish(),
  }),
})

/** What a browser makes of a passkey that it has. */
export const UsedCredential = Common.extend({
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.string().max(256).nullish(),
  }),
})

export type NewCredential = z.output<typeof NewCredential>
export type UsedCredential = z.output<typeof UsedCredential>

/** What the browser says about the page that asked; undefined when it can't be read. None of it is verified yet. */
export function readClientData(encoded: string) {
  return orUndefined(() => {
    const said = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Record<string, unknown>
    const { challenge, origin, crossOrigin } = said
    return { challenge: String(challenge), origin, crossOrigin }
  })
}

/**
 * What the authenticator says about a new passkey; undefined when it can't be read. A passkey with an attestation is
 * not read: we don't ask for one, and its certificates would send the server to addresses that they name.
 */
export async function readAttestation(encoded: string) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  return orUndefined(() => {
    const object = decodeAttestationObject(new Uint8Array(Buffer.from(encoded, 'base64url')))
    const format = object.get('fmt')
    const isSelf = format === 'packed' && object.get('attStmt').get('x5c') === undefined
    return {
      relyingPartyHash: Buffer.from(object.get('authData').subarray(0, 32)),
      isPlain: format === 'none' || isSelf,
    }
  })
}

/** The library throws many kinds of errors when it can't read what a client sent. */
function orUndefined<Read>(read: () => Read): Read | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
