import type { STSClient } from '@aws-sdk/client-sts'
import type { BucketLocation } from './bucket-location.ts'

/** The longest session that every role allows; clients fetch new credentials long before. */
const SESSION_SECONDS = 3600

export type TemporaryCredentials = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  /** Milliseconds since 1970. */
  expires: number
}

/** Temporary credentials of a role, with which one person's browser reaches the bucket by itself. */
export function openRole(
  location: BucketLocation & {
    roleArn: string
    /** The address of STS, when it is neither Amazon's nor the store's own. */
    stsEndpoint: string | undefined
    /** The key prefixes that the credentials open, such as `images/`. */
    prefixes: readonly string[]
    /** Keys below them that can't be written or removed with the credentials. */
    protectedKeys: readonly string[]
  },
) {
  const { endpoint, stsEndpoint, region, roleArn, credentials } = location
  let client: STSClient | undefined
  return {
    async assume(identityId: string, access: 'read' | 'write'): Promise<TemporaryCredentials> {
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
          // Says in Amazon's own audit log who it was; a colon is not allowed in it.
          RoleSessionName: identityId.replaceAll(/[^\w=,.@-]/g, '-').slice(0, 64),
          DurationSeconds: SESSION_SECONDS,
          Policy: JSON.stringify(sessionPolicy(location, access)),
        }),
      )
      const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {}
      if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration) {
        throw new Error('AssumeRole returned no credentials.')
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
/** They remove nothing: the server does that, since it knows what is needed. */
const WRITES = [...READS, 's3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts']

const CHANGES = ['s3:PutObject*', 's3:DeleteObject*']

/**
 * The rest of the role's rights: no more than a Credential with these prefixes opens in a store on the disk. AssumeRole
 * takes 2,048 characters.
 */
function sessionPolicy(
  { bucket, endpoint, roleArn, prefixes, protectedKeys }: Parameters<typeof openRole>[0],
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
  const kept = {
    Effect: 'Deny',
    Action: CHANGES,
    Resource: protectedKeys.map((key) => `${arn}/${key}`),
  }
  // They overwrite nothing either if the store is Amazon's, which knows such a condition.
  const mustBeNew = {
    Effect: 'Deny',
    Action: ['s3:PutObject'],
    Resource: [`${arn}/*`],
    Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
  }
  const forWriters = [
    objects,
    list,
    ...(protectedKeys.length > 0 ? [kept] : []),
    ...(endpoint === undefined ? [mustBeNew] : []),
  ]
  return { Version: '2012-10-17', Statement: access === 'write' ? forWriters : [objects] }
}
