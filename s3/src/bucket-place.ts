/** Where a bucket lies that is not the embedded store's, and with what the server reaches it. */
export type BucketPlace = {
  bucket: string
  /** The address below which buckets lie, path style; absent for Amazon's own. */
  endpoint: string | undefined
  region: string
  /** The server's own key; without it the SDK looks where it always does: environment, files, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
}

/** The address of the bucket itself, without a slash at its end. */
export function bucketAddress({ bucket, endpoint, region }: Omit<BucketPlace, 'credentials'>): string {
  if (endpoint !== undefined) {
    return `${endpoint}/${bucket}`
  }
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // A certificate for *.s3… doesn't cover a name with a dot in it.
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`
}
