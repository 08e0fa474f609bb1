import type { STSClient } from '@aws-sdk/client-sts'
import type { BucketPlace } from './bucket-place.ts'

/** The lowest that a role can be told; clients fetch new credentials long before. */
const LIFETIME_SECONDS = 3600

export type LentCredentials = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  /** Milliseconds since 1970. */
  expires: number
}

/** Credentials of a role for one person's browser, which reaches the bucket by itself with them. */
export function openBucketRole(
  place: BucketPlace & {
    roleArn: string
    /** Where roles are taken, if neither Amazon nor the store itself gives them. */
    stsEndpoint: string | undefined
    /** What of the bucket they open, such as `images/`. */
    prefixes: readonly string[]
  },
) {
  const { endpoint, stsEndpoint, region, roleArn, credentials } = place
  let client: STSClient | undefined
  return {
    async lend(identityId: string, access: 'read' | 'write'): Promise<LentCredentials> {
      const { AssumeRoleCommand, STSClient } = await import('@aws-sdk/client-sts')
      const address = stsEndpoint ?? endpoint
      client ??= new STSClient({
        region,
        ...(address !== undefined && { endpoint: address }),
        ...(credentials && { credentials }),
      })
      const { Credentials } = await client.send(
        new AssumeRoleCommand({
          RoleArn: roleArn,
          // Names in Amazon's own trail who it was; a colon may not stand in it.
          RoleSessionName: identityId.replaceAll(/[^\w=,.@-]/g, '-').slice(0, 64),
          DurationSeconds: LIFETIME_SECONDS,
          Policy: JSON.stringify(sessionPolicy(place, access)),
        }),
      )
      const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {}
      if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration) {
        throw new Error('AssumeRole answered without credentials.')
      }
      return {
        accessKeyId: AccessKeyId,
        secretAccessKey: SecretAccessKey,
        sessionToken: SessionToken,
        expires: Expiration.getTime(),
      }
    },
    close: () => client?.destroy(),
  }
}

const READS = ['s3:GetObject']
const WRITES = [
  ...READS,
  's3:PutObject',
  's3:DeleteObject',
  's3:AbortMultipartUpload',
  's3:ListMultipartUploadParts',
]

/** What is left of the role's rights: the same that our own credentials open in the embedded store. */
function sessionPolicy(
  { bucket, roleArn, prefixes }: { bucket: string; roleArn: string; prefixes: readonly string[] },
  access: 'read' | 'write',
) {
  const arn = `arn:${roleArn.split(':')[1]}:s3:::${bucket}`
  const objects = {
    Effect: 'Allow',
    Action: access === 'write' ? WRITES : READS,
    Resource: prefixes.map((prefix) => `${arn}/${prefix}*`),
  }
  const list = {
    Effect: 'Allow',
    Action: ['s3:ListBucket'],
    Resource: [arn],
    Condition: { StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) } },
  }
  return { Version: '2012-10-17', Statement: access === 'write' ? [objects, list] : [objects] }
}
