import { StartupError } from '../../server/src/startup-error.ts'
import { type BucketPlace, bucketAddress } from './bucket-place.ts'

/** What the SDK throws, as far as it says why. */
type Failure = Error & {
  code?: string
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string> }
}

/** Why a bucket can't be used, said to the operator in the words of the settings. */
export function refuseBucket(cause: unknown, place: BucketPlace): StartupError {
  return new StartupError(reasonOf(cause as Failure, place), { cause })
}

function reasonOf(failure: Failure, place: BucketPlace): string {
  const { bucket, region } = place
  const address = bucketAddress(place)
  const status = failure.$metadata?.httpStatusCode
  const lies = failure.$response?.headers?.['x-amz-bucket-region']
  if (failure.name === 'CredentialsProviderError') {
    return 'S3_BUCKET needs a key to the store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.'
  }
  if (failure.name === 'InvalidAccessKeyId') {
    return `The store at ${address} does not know the key that AWS_ACCESS_KEY_ID names.`
  }
  if (failure.name === 'SignatureDoesNotMatch') {
    return `AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, says the store at ${address}.`
  }
  if (failure.name === 'RequestTimeTooSkewed') {
    return `The clock of this machine is wrong, says the store at ${address}.`
  }
  if (failure.name === 'NoSuchBucket' || status === 404) {
    return `S3_BUCKET names the bucket ${bucket}, which does not exist at ${address}.`
  }
  if (status === 301 || status === 307 || failure.name === 'AuthorizationHeaderMalformed') {
    return `AWS_REGION is ${region}, but the bucket ${bucket} of S3_BUCKET lies ${lies ? `in ${lies}` : 'elsewhere'}.`
  }
  if (status === 403 || status === 401 || status === 400) {
    return `The key of AWS_ACCESS_KEY_ID may not list the bucket ${bucket} of S3_BUCKET at ${address} (${failure.name}).`
  }
  if (status === undefined) {
    const setting = place.endpoint === undefined ? 'AWS_REGION' : 'S3_ENDPOINT'
    return `The store at ${address} can't be reached: check ${setting} and the network (${failure.code ?? failure.name}).`
  }
  return `The store at ${address} that S3_BUCKET names answered ${status} (${failure.name}); start again when it works.`
}
