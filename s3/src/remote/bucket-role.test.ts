import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRole } from './bucket-role.ts'

/** What Amazon's documentation shows as the answer to AssumeRole. */
const ANSWER = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
<Credentials><AccessKeyId>ASIALENT</AccessKeyId><SecretAccessKey>lent-secret</SecretAccessKey>
<SessionToken>lent-token</SessionToken><Expiration>2026-11-21T20:00:00Z</Expiration></Credentials>
</AssumeRoleResult></AssumeRoleResponse>`

let asked: URLSearchParams | undefined
const recorder = createServer(async (request, response) => {
  asked = new URLSearchParams(await text(request))
  response.setHeader('content-type', 'text/xml').end(ANSWER)
})

beforeAll(() => new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve)))
afterAll(() => recorder.close())

const roleFor = (bucket: string, protectedKeys: string[] = []) =>
  openRole({
    bucket,
    endpoint: undefined,
    stsEndpoint: `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    roleArn: 'arn:aws:iam::123456789012:role/recordings',
    prefixes: ['images/', 'preaching/'],
    protectedKeys,
    credentials: { accessKeyId: 'AKIASERVER', secretAccessKey: 'server-secret' },
  })

it('asks for a session of an hour that opens the two prefixes of the bucket and nothing else', async () => {
  const role = roleFor('church-recordings')
  expect(await role.assume('eu-west-1:0a1b2c3d', 'write')).toEqual({
    accessKeyId: 'ASIALENT',
    secretAccessKey: 'lent-secret',
    sessionToken: 'lent-token',
    expires: Date.UTC(2026, 10, 21, 20),
  })
  expect(Object.fromEntries(asked ?? [])).toMatchObject({
    Action: 'AssumeRole',
    RoleArn: 'arn:aws:iam::123456789012:role/recordings',
    RoleSessionName: 'eu-west-1-0a1b2c3d',
    DurationSeconds: '3600',
  })
  expect(JSON.parse(asked?.get('Policy') ?? '')).toEqual({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
        Resource: ['arn:aws:s3:::church-recordings/images/*', 'arn:aws:s3:::church-recordings/preaching/*'],
      },
      {
        Effect: 'Allow',
        Action: ['s3:ListBucket'],
        Resource: ['arn:aws:s3:::church-recordings'],
        Condition: { StringLike: { 's3:prefix': ['images/*', 'preaching/*'] } },
      },
      {
        Effect: 'Deny',
        Action: ['s3:PutObject'],
        Resource: ['arn:aws:s3:::church-recordings/*'],
        Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
      },
    ],
  })
  await role.assume('eu-west-1:guest', 'read')
  expect(JSON.parse(asked?.get('Policy') ?? '').Statement).toMatchObject([{ Action: ['s3:GetObject'] }])
  role.close()
})

it('lets nobody who writes change a protected key, in a policy that is not too long', async () => {
  const bucket = 'b'.repeat(63)
  const role = roleFor(bucket, ['images/default-banner.jpg'])
  await role.assume('eu-west-1:0a1b2c3d', 'write')
  const policy = asked?.get('Policy') ?? ''
  expect(JSON.parse(policy).Statement).toContainEqual({
    Effect: 'Deny',
    Action: ['s3:PutObject*', 's3:DeleteObject*'],
    Resource: [`arn:aws:s3:::${bucket}/images/default-banner.jpg`],
  })
  // What AssumeRole takes; only Amazon can tell how small it packs that.
  expect(policy.length).toBeLessThanOrEqual(2048)
  role.close()
})
