import {
  readAuthorization,
  readCredential,
  readSignedAt,
  SIGNATURE_ALGORITHM,
  type SignedClaim,
  type SignedRequest,
  signatureDate,
} from '../../server/src/http/aws-signature.ts'
import { StorageError, type StorageErrorCode } from './storage-errors.ts'

/** What a request says of its own signature, read but not yet believed. */
export type Claim = SignedClaim & {
  form: 'header' | 'query'
  accessKeyId: string
  /** Milliseconds since 1970. */
  signedAt: number
  /** Milliseconds; only a presigned address has it, 0 otherwise. */
  validFor: number
  sessionToken: string | undefined
}

const ONLY_V4 = 'Only AWS4-HMAC-SHA256 (Signature V4) is understood as a signature.'
const LONGEST_PRESIGNED = 7 * 24 * 60 * 60

/** Reads the signature from the Authorization header or the query; a request with none is refused. */
export function readClaim(request: SignedRequest, region: string): Claim {
  const query = new Map(request.query)
  const authorization = request.headers.authorization
  const presigned = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature')
  if (authorization !== undefined && presigned) {
    throw new StorageError('InvalidArgument', 'Only one way of signing is allowed in a request.')
  }
  if (authorization !== undefined) {
    return readHeaderForm(authorization, request, region)
  }
  if (presigned) {
    return readQueryForm(query, request, region)
  }
  if (query.has('AWSAccessKeyId')) {
    throw new StorageError('InvalidRequest', ONLY_V4)
  }
  throw new StorageError('AccessDenied')
}

function readHeaderForm(authorization: string, request: SignedRequest, region: string): Claim {
  const { algorithm, credential, signedHeaders, signature } = readAuthorization(authorization)
  if (algorithm !== SIGNATURE_ALGORITHM) {
    throw new StorageError('InvalidRequest', ONLY_V4)
  }
  const payload = header(request, 'x-amz-content-sha256')
  if (payload === undefined) {
    throw new StorageError('InvalidRequest', 'The header x-amz-content-sha256 is needed.')
  }
  const date = header(request, 'x-amz-date') ?? plainDate(header(request, 'date'))
  if (!credential || !signedHeaders || !signature) {
    throw new StorageError('AuthorizationHeaderMalformed')
  }
  return {
    form: 'header',
    ...readScope(credential, date, region, 'AuthorizationHeaderMalformed'),
    signedHeaders: signedHeaders.toLowerCase().split(';'),
    signature,
    validFor: 0,
    payload,
    sessionToken: header(request, 'x-amz-security-token'),
  }
}

function readQueryForm(query: ReadonlyMap<string, string>, request: SignedRequest, region: string): Claim {
  const malformed = 'AuthorizationQueryParametersError'
  const credential = query.get('X-Amz-Credential')
  const signedHeaders = query.get('X-Amz-SignedHeaders')
  const signature = query.get('X-Amz-Signature')
  const expires = query.get('X-Amz-Expires') ?? ''
  if (query.get('X-Amz-Algorithm') !== SIGNATURE_ALGORITHM || !credential || !signedHeaders || !signature) {
    throw new StorageError(malformed)
  }
  if (!/^\d{1,6}$/.test(expires) || Number(expires) < 1 || Number(expires) > LONGEST_PRESIGNED) {
    throw new StorageError(malformed, 'X-Amz-Expires must be from 1 to 604800 seconds.')
  }
  return {
    form: 'query',
    ...readScope(credential, query.get('X-Amz-Date'), region, malformed),
    signedHeaders: signedHeaders.toLowerCase().split(';'),
    signature,
    validFor: Number(expires) * 1000,
    payload:
      header(request, 'x-amz-content-sha256') ?? query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    sessionToken: query.get('X-Amz-Security-Token'),
  }
}

function readScope(
  credential: string,
  date: string | undefined,
  region: string,
  malformed: StorageErrorCode,
) {
  const read = readCredential(credential)
  if (read?.service !== 's3') {
    throw new StorageError(malformed)
  }
  if (read.region !== region) {
    throw new StorageError(malformed, `The region '${read.region}' is wrong; expecting '${region}'.`)
  }
  const signedAt = readSignedAt(date, read.day)
  if (date === undefined || signedAt === undefined) {
    throw new StorageError('AccessDenied', 'A valid x-amz-date is needed, of the same day as the credential.')
  }
  return { accessKeyId: read.accessKeyId, scope: read.scope, date, signedAt }
}

/** The header of HTTP itself does as well; what is signed is the time in the form of the other one. */
function plainDate(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? date : signatureDate(time)
}

function header(request: SignedRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}
