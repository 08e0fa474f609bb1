import { StoreOpenError } from '../store.ts'

/** Where a remote bucket is, and the key with which the server reaches it. */
export type BucketLocation = {
  bucket: string
  /** The address below which the buckets are, path style; absent for Amazon's own. */
  endpoint: string | undefined
  region: string
  /** The server's own key; without it the SDK looks where it always does: environment, files, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
}

/** The address of the bucket itself, without a slash at its end. */
export function bucketAddress({ bucket, endpoint, region }: Omit<BucketLocation, 'credentials'>): string {
  if (endpoint !== undefined) {
    return `${endpoint}/${bucket}`
  }
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // A certificate for *.s3… doesn't cover a name with a dot in it.
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`
}

/** What the SDK throws, as far as that says why. */
type Failure = Error & {
  code?: string
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string> }
}

/** Why a remote bucket can't be used, from what the SDK threw when it was listed. */
export function openError(cause: unknown, location: BucketLocation): StoreOpenError {
  const failure = cause as Failure
  const address = bucketAddress(location)
  const status = failure.$metadata?.httpStatusCode
  const actualRegion = failure.$response?.headers?.['x-amz-bucket-region']
  const because = (reason: StoreOpenError['reason'], why: string, detail?: string) =>
    new StoreOpenError(reason, `The bucket at ${address} can't be used: ${why}.`, {
      location: address,
      cause,
      detail,
    })
  switch (failure.name) {
    case 'CredentialsProviderError':
      return because('no-credentials', 'there is no key to the store')
    case 'InvalidAccessKeyId':
      return because('unknown-key', 'the store does not know the access key')
    case 'SignatureDoesNotMatch':
      return because('wrong-secret', 'the secret does not belong to the access key')
    case 'RequestTimeTooSkewed':
      return because('wrong-clock', 'the clock of this machine is wrong')
  }
  if (failure.name === 'NoSuchBucket' || status === 404) {
    return because('no-bucket', 'it does not exist')
  }
  if (status === 301 || status === 307 || failure.name === 'AuthorizationHeaderMalformed') {
    return because('wrong-region', `it is not in ${location.region}`, actualRegion)
  }
  if (status === 403 || status === 401 || status === 400) {
    return because('access-denied', 'the key may not list it', failure.name)
  }
  return status === undefined
    ? because('unreachable', 'the store does not answer', failure.code ?? failure.name)
    : because('failed', `the store answers ${status}`, `${status} (${failure.name})`)
}
