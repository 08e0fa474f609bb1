import { SQLITE_FULL, sqliteCode } from './disk/sqlite.ts'

/** S3's error codes that this store uses: HTTP status and the sentence a client sees. */
const ERRORS = {
  AccessDenied: [403, 'Access denied.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  AuthorizationQueryParametersError: [400, 'The query parameters of the signature are malformed.'],
  BadDigest: [400, 'The checksum you named does not match what was received.'],
  BucketAlreadyOwnedByYou: [409, 'There is a bucket of this name already.'],
  BucketNotEmpty: [409, 'The bucket has objects in it.'],
  ConditionalRequestConflict: [
    409,
    'The object was removed while this upload was under way. Upload it again.',
  ],
  EntityTooLarge: [400, 'The upload is larger than allowed.'],
  EntityTooSmall: [400, 'A part other than the last one is smaller than 5 MiB.'],
  ExpiredToken: [400, 'The session token has expired.'],
  IllegalLocationConstraintException: [400, 'The store has one region, which is another one.'],
  IncompleteBody: [400, 'The body ended before the announced number of bytes.'],
  InsufficientCapacity: [507, 'The disk of the server is full. Nothing was stored.'],
  InternalError: [500, 'Something went wrong in the store. Nothing was changed.'],
  InvalidAccessKeyId: [403, 'The access key is not known.'],
  InvalidArgument: [400, 'An argument is not valid.'],
  InvalidBucketName: [400, 'The name of the bucket is not valid.'],
  InvalidDigest: [400, 'The checksum you named is not valid.'],
  InvalidPart: [400, 'A part was not found, or its ETag or checksum is another one.'],
  InvalidPartNumber: [416, 'The object has no part of this number.'],
  InvalidPartOrder: [400, 'The parts are not in ascending order.'],
  InvalidRange: [416, 'The range lies beyond the end of the object.'],
  InvalidRequest: [400, 'The request is not valid.'],
  InvalidToken: [400, 'The session token is missing or belongs to another key.'],
  InvalidURI: [400, 'The address is not valid.'],
  KeyTooLongError: [400, 'The key is longer than 1024 bytes.'],
  MalformedTrailerError: [400, 'The trailer of the body is malformed.'],
  MalformedXML: [400, 'The XML is not well-formed or not what this call expects.'],
  MetadataTooLarge: [400, 'The metadata headers are larger than 2 KB.'],
  MethodNotAllowed: [405, 'This method is not allowed here.'],
  MissingContentLength: [411, 'The Content-Length header is needed.'],
  NoSuchBucketPolicy: [404, 'The bucket policy does not exist.'],
  NoSuchCORSConfiguration: [404, 'The CORS configuration does not exist.'],
  NoSuchLifecycleConfiguration: [404, 'The lifecycle configuration does not exist.'],
  NoSuchPublicAccessBlockConfiguration: [404, 'The public access block configuration was not found.'],
  NoSuchTagSet: [404, 'The TagSet does not exist.'],
  NoSuchWebsiteConfiguration: [404, 'The bucket does not have a website configuration.'],
  ObjectLockConfigurationNotFoundError: [404, 'Object Lock configuration does not exist for this bucket.'],
  ReplicationConfigurationNotFoundError: [404, 'The replication configuration was not found.'],
  ServerSideEncryptionConfigurationNotFoundError: [
    404,
    'The server side encryption configuration was not found.',
  ],
  TooManyBuckets: [400, 'There are as many buckets as there can be.'],
  NoSuchBucket: [404, 'The bucket does not exist.'],
  NoSuchKey: [404, 'The key does not exist.'],
  NoSuchVersion: [404, 'The version does not exist: this store keeps none.'],
  NoSuchUpload: [404, 'The upload does not exist. It may have been completed or aborted.'],
  NotImplemented: [501, 'This store does not have this function.'],
  PreconditionFailed: [412, 'A condition of the request does not hold.'],
  QuotaExceeded: [403, 'There are too many unfinished uploads, or too large ones. Complete or abort some.'],
  RequestTimeTooSkewed: [403, 'The time of the request and the time of the server are too far apart.'],
  ServiceUnavailable: [503, 'The store behind this server does not answer as it should. Try again.'],
  SignatureDoesNotMatch: [403, 'The signature is not the one that this request and your key give.'],
  XAmzContentSHA256Mismatch: [400, 'x-amz-content-sha256 is not the hash of what was received.'],
} as const

export type S3ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as S3ErrorCode[]

/** The only error that the store throws on purpose; any other one is answered as InternalError. */
export class S3Error extends Error {
  override name = 'S3Error'
  readonly code: S3ErrorCode
  readonly status: number
  /** Headers that belong to the response, such as Content-Range beside 416. */
  readonly headers: Record<string, string>

  constructor(
    code: S3ErrorCode,
    message?: string,
    headers: Record<string, string> = {},
    options: ErrorOptions = {},
  ) {
    super(message ?? ERRORS[code][1], options)
    this.code = code
    this.status = ERRORS[code][0]
    this.headers = headers
  }
}

/** An object that stays, by its key: it may be any of several that one request names. */
export class ObjectKept extends S3Error {
  readonly key: string

  constructor(key: string, message: string) {
    super('AccessDenied', message)
    this.key = key
  }
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Any error as an S3Error; one that is neither that nor a full disk becomes InternalError without its text. */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) {
    return error
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isFull = DISK_FULL.has(code) || sqliteCode(error) === SQLITE_FULL
  return new S3Error(isFull ? 'InsufficientCapacity' : 'InternalError')
}
