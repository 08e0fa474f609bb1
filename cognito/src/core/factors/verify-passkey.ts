import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { CognitoError } from '../../errors.ts'
import { sameBytes } from '../passwords/passwords.ts'
import { sha256 } from '../passwords/srp-group.ts'
import {
  type NewCredential,
  readAttestation,
  readClientData,
  type UsedCredential,
} from '../requests/read-credential.ts'
import { DECOY_PUBLIC_KEY, type Passkey, type RelyingParty } from './known-passkeys.ts'

/** Loading this takes long, and the start does without it. */
const library = () => import('@simplewebauthn/server')

/** The signatures that authenticators may make: ES256, EdDSA and RS256. */
export const ALGORITHMS = [-7, -8, -257]

const notSupported = () =>
  new CognitoError(
    'WebAuthnCredentialNotSupportedException',
    'The passkey is of a kind that is not supported.',
  )

/** What to keep of a new passkey; throws the protocol's own error when it can't be taken. */
export async function verifyNewPasskey(
  credential: NewCredential,
  challenge: string,
  relyingParty: RelyingParty,
): Promise<{ id: string; publicKey: string; counter: number }> {
  const clientData = readClientData(credential.response.clientDataJSON)
  const attestation = await readAttestation(credential.response.attestationObject)
  if (!clientData || !attestation?.isPlain) {
    throw notSupported()
  }
  if (clientData.origin !== relyingParty.origin || clientData.crossOrigin === true) {
    throw new CognitoError('WebAuthnOriginNotAllowedException', 'The passkey was made on another site.')
  }
  if (!sameBytes(attestation.relyingPartyHash, sha256(relyingParty.id))) {
    throw new CognitoError('WebAuthnRelyingPartyMismatchException', 'The passkey was made for another site.')
  }
  const { verifyRegistrationResponse } = await library()
  const verified = await orUndefined(
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  const made = verified?.registrationInfo?.credential
  if (!made || made.id !== credential.id) {
    throw notSupported()
  }
  return {
    id: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
  }
}

/**
 * The new counter of a passkey whose owner is there and was verified by it; undefined for anything else. Verifying an
 * unknown passkey costs the same, with a key that nobody has.
 */
export async function verifyUsedPasskey(
  credential: UsedCredential,
  passkey: Passkey | undefined,
  challenge: string,
  relyingParty: RelyingParty,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await orUndefined(
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: passkey ? new Uint8Array(Buffer.from(passkey.public_key, 'base64url')) : DECOY_PUBLIC_KEY,
        counter: passkey?.counter ?? 0,
      },
    }),
  )
  const { userHandle, clientDataJSON } = credential.response
  const isOwners = passkey && (!userHandle || userHandle === userHandleOf(passkey.sub))
  const isFramed = readClientData(clientDataJSON)?.crossOrigin === true
  return verified?.verified && isOwners && !isFramed ? verified.authenticationInfo.newCounter : undefined
}

/** By what an authenticator knows a user. */
function userHandleOf(sub: string): string {
  return Buffer.from(sub).toString('base64url')
}

/** The library reports what is wrong by many kinds of errors; the client gets the same one for all. */
async function orUndefined<Result>(result: Promise<Result>): Promise<Result | undefined> {
  return result.catch(() => undefined)
}
