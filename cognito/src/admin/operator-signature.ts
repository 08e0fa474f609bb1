import type { AccessKey, AccessKeys } from '../core/requests/access-keys.ts'
import type { Clock } from '../core/requests/host.ts'
import {
  isSignedWith,
  readAuthorization,
  readCredential,
  readSignedAt,
  SIGNATURE_ALGORITHM,
  type SignedRequest,
  sha256,
  signingKey,
  unsignedHeaders,
} from '../core/requests/request-signature.ts'
import { CognitoError } from '../errors.ts'

const MINUTE = 60_000
const MAX_SKEW = 5 * MINUTE
const SERVICE = 'cognito-idp'

/** Whose access key signed a request; throws when none signed it, or it wasn't this very request just now. */
export type AuthenticateOperator = (request: SignedRequest & { body: string }) => Promise<AccessKey>

/** Authenticates requests that an access key has signed with Signature V4. */
export function createOperatorAuthenticator(terms: {
  region: string
  clock: Clock
  accessKeys: AccessKeys
}): AuthenticateOperator {
  const { region, clock, accessKeys } = terms
  return async (request) => {
    const authorization = request.headers.authorization
    if (authorization === undefined) {
      throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token')
    }
    const { algorithm, credential, signature, signedHeaders: names } = readAuthorization(authorization)
    const read = readCredential(credential)
    if (algorithm !== SIGNATURE_ALGORITHM || !read || !signature || !names) {
      throw new CognitoError(
        'IncompleteSignatureException',
        'Authorization header requires a Credential, SignedHeaders and Signature of AWS4-HMAC-SHA256.',
      )
    }
    const key = await accessKeys.find(read.accessKeyId)
    if (!key || request.headers['x-amz-security-token'] !== undefined) {
      throw new CognitoError(
        'UnrecognizedClientException',
        'The security token included in the request is invalid.',
      )
    }
    if (read.service !== SERVICE || read.region !== region) {
      throw invalidSignature(
        read.service !== SERVICE
          ? `Credential should be scoped to correct service: '${SERVICE}'.`
          : `Credential should be scoped to a valid region, not '${read.region}'.`,
      )
    }
    const date = String(request.headers['x-amz-date'] ?? '')
    const signedAt = readSignedAt(date, read.day)
    const signedHeaders = names.toLowerCase().split(';')
    const missing = unsignedHeaders(request, signedHeaders)
    if (signedAt === undefined || missing.length > 0) {
      throw new CognitoError(
        'IncompleteSignatureException',
        signedAt === undefined
          ? 'X-Amz-Date must be a time of the day that the Credential names.'
          : `These headers must be signed: ${missing.join(', ')}.`,
      )
    }
    const claim = { scope: read.scope, date, signedHeaders, signature, payload: sha256(request.body) }
    const { secretAccessKey, ...shown } = key
    if (!isSignedWith(signingKey(secretAccessKey, read.scope), request, claim)) {
      throw invalidSignature(
        'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
      )
    }
    checkTime(date, signedAt, clock.now())
    await accessKeys.recordUse(shown)
    return shown
  }
}

/** In the words that clients look for to set their clock by ours. */
function checkTime(date: string, signedAt: number, now: number): void {
  if (now - signedAt > MAX_SKEW) {
    throw invalidSignature(
      `Signature expired: ${date} is now earlier than ${written(now - MAX_SKEW)} (${written(now)} - 5 min.)`,
    )
  }
  if (signedAt - now > MAX_SKEW) {
    throw invalidSignature(
      `Signature not yet current: ${date} is still later than ${written(now + MAX_SKEW)} (${written(now)} + 5 min.)`,
    )
  }
}

function written(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function invalidSignature(message: string): CognitoError {
  return new CognitoError('InvalidSignatureException', message)
}
