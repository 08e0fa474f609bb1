import { S3Error, type S3ErrorCode } from '../s3-errors.ts'
import {
  SIGNATURE_ALGORITHM,
  type SignatureClaim,
  type SignedRequest,
  signatureDate,
} from './signature-v4.ts'

/** What a request says about its own signature, read but not yet believed. */
export type Claim = SignatureClaim & {
  form: 'header' | 'query'
  accessKeyId: string
  /** Milliseconds since 1970. */
  signedAt: number
  /** Milliseconds; only a presigned address has it, 0 otherwise. */
  validFor: number
  sessionToken: string | undefined
}

const ONLY_V4 = 'Only AWS4-HMAC-SHA256 (Signature V4) is supported.'
const MAX_PRESIGNED_SECONDS = 7 * 24 * 60 * 60

/** Reads the signature from the Authorization header or the query; a request with none is refused. */
export function readClaim(request: SignedRequest, region: string): Claim {
  const query = new Map(request.query)
  const authorization = request.headers.authorization
  const presigned = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature')
  if (authorization !== undefined && presigned) {
    throw new S3Error('InvalidArgument', 'Only one way of signing is allowed in a request.')
  }
  if (authorization !== undefined) {
    return readHeaderForm(authorization, request, region)
  }
  if (presigned) {
    return readQueryForm(query, request, region)
  }
  if (query.has('AWSAccessKeyId')) {
    throw new S3Error('InvalidRequest', ONLY_V4)
  }
  throw new S3Error('AccessDenied')
}

function readHeaderForm(authorization: string, request: SignedRequest, region: string): Claim {
  const { algorithm, credential, signedHeaders, signature } = readAuthorization(authorization)
  if (algorithm !== SIGNATURE_ALGORITHM) {
    throw new S3Error('InvalidRequest', ONLY_V4)
  }
  const payload = header(request, 'x-amz-content-sha256')
  if (payload === undefined) {
    throw new S3Error('InvalidRequest', 'The header x-amz-content-sha256 is needed.')
  }
  const date = header(request, 'x-amz-date') ?? plainDate(header(request, 'date'))
  if (!credential || !signedHeaders || !signature) {
    throw new S3Error('AuthorizationHeaderMalformed')
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
    throw new S3Error(malformed)
  }
  if (!/^\d{1,6}$/.test(expires) || Number(expires) < 1 || Number(expires) > MAX_PRESIGNED_SECONDS) {
    throw new S3Error(malformed, 'X-Amz-Expires must be from 1 to 604800 seconds.')
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

function readScope(credential: string, date: string | undefined, region: string, malformed: S3ErrorCode) {
  const read = readCredential(credential)
  if (read?.service !== 's3') {
    throw new S3Error(malformed)
  }
  if (read.region !== region) {
    throw new S3Error(malformed, `The region '${read.region}' is wrong; expecting '${region}'.`)
  }
  const signedAt = readSignedAt(date, read.day)
  if (date === undefined || signedAt === undefined) {
    throw new S3Error('AccessDenied', 'A valid x-amz-date is needed, of the same day as the credential.')
  }
  return { accessKeyId: read.accessKeyId, scope: read.scope, date, signedAt }
}

/** HTTP's own header will do as well; the time is signed in the form of the other one. */
function plainDate(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? date : signatureDate(time)
}

function header(request: SignedRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** The parts of an Authorization header; those that it lacks are empty. */
function readAuthorization(authorization: string) {
  const [algorithm = '', rest = ''] = authorization.split(/ +(.*)/s)
  const fields = new Map(
    rest.split(',').map((field) => {
      const cut = field.indexOf('=')
      return [field.slice(0, cut).trim(), field.slice(cut + 1).trim()] as const
    }),
  )
  return {
    algorithm,
    credential: fields.get('Credential') ?? '',
    signedHeaders: fields.get('SignedHeaders') ?? '',
    signature: fields.get('Signature') ?? '',
  }
}

/** Whose key signed, and for what; `undefined` for a text of another form. */
function readCredential(credential: string) {
  const parts = /^([\w-]+)\/((\d{8})\/([^/]+)\/([^/]+)\/aws4_request)$/.exec(credential)
  const [, accessKeyId, scope, day, region, service] = parts ?? []
  return accessKeyId && scope && day ? { accessKeyId, scope, day, region, service } : undefined
}

/** When it was signed, in milliseconds; `undefined` for no time, or one of another day than the credential's. */
function readSignedAt(date: string | undefined, day: string): number | undefined {
  const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date ?? '')
  const signedAt = time
    ? Date.parse(`${time.slice(1, 4).join('-')}T${time.slice(4, 7).join(':')}Z`)
    : Number.NaN
  return Number.isNaN(signedAt) || !date?.startsWith(`${day}T`) ? undefined : signedAt
}
