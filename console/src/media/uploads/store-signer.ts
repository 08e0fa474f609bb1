import { fetchAuthSession } from 'aws-amplify/auth'
import { AwsV4Signer } from 'aws4fetch'
import { serverNow } from '../../api/clock/server-clock.ts'
import { runtimeConfig } from '../../console-config.ts'
import { UploadError } from '../media-types.ts'

/**
 * For how many seconds an address can be played, unless the credentials behind it end before: Amplify renews them after
 * 50 minutes.
 */
const PLAYING = 3600

type Credentials = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export type StoreRequest = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  key: string
  /** The query, such as `{ uploads: '' }`. */
  query?: Record<string, string>
  headers?: Record<string, string>
}

let renewing: Promise<Credentials> | undefined

/** Signs a request to the store (AWS Signature V4). */
export async function signForStore(request: StoreRequest): Promise<{ url: string; headers: Headers }> {
  const signer = new AwsV4Signer({
    ...keysOf(await credentials()),
    method: request.method,
    url: addressOf(request.key, request.query).href,
    headers: { ...request.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    service: 's3',
    region: runtimeConfig().region,
    datetime: amzDate(serverNow()),
  })
  const { url, headers } = await signer.sign()
  return { url: url.href, headers }
}

/** A signed address that can be played for an hour, as long as the credentials last. */
export async function presignForStore(key: string): Promise<string> {
  const url = addressOf(key, { 'X-Amz-Expires': String(PLAYING) })
  const keys = keysOf(await credentials())
  const signer = new AwsV4Signer({
    ...keys,
    method: 'GET',
    url: url.href,
    service: 's3',
    region: runtimeConfig().region,
    datetime: amzDate(serverNow()),
    signQuery: true,
  })
  return (await signer.sign()).url.href
}

/** Fetches new credentials, once for all who ask at the same time. */
export async function renewCredentials(): Promise<Credentials> {
  renewing ??= credentials(true).finally(() => {
    renewing = undefined
  })
  return await renewing
}

async function credentials(forceRefresh = false): Promise<Credentials> {
  const session = await fetchAuthSession({ forceRefresh })
  if (!session.credentials) {
    throw new UploadError('denied', 'Nobody is signed in.')
  }
  return session.credentials
}

function keysOf({ accessKeyId, secretAccessKey, sessionToken }: Credentials) {
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) }
}

function addressOf(key: string, query: Record<string, string> = {}): URL {
  const bucket = new URL(runtimeConfig().storageEndpoint, location.origin)
  const path = key.split('/').map(encodeURIComponent).join('/')
  const url = new URL(`${bucket.pathname.replace(/\/$/, '')}/${path}`, bucket)
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value)
  }
  return url
}

/** `20261121T101530Z`, as Signature V4 writes a time. */
function amzDate(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}
