import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { AwsClient } from 'aws4fetch'
import Fastify from 'fastify'
import type { Credential } from '../access.ts'
import { createObjectStore } from '../disk/disk-store.ts'

export const BUCKET = 'preaching'
export const REGION = 'us-east-1'

/** The temporary credentials of somebody who may write. */
export const WRITER_KEY = {
  accessKeyId: 'ASIASTAFF',
  secretAccessKey: 'staff-secret',
  sessionToken: 'staff-session-token',
}

/** An owner's lasting key, which opens every bucket. */
export const OWNER_KEY = { accessKeyId: 'AKIAOWNER', secretAccessKey: 'owner-secret' }

/** A key that only reads objects below `images/` that it can name. */
export const GUEST_KEY = { accessKeyId: 'AKIAGUEST', secretAccessKey: 'guest-secret' }

/** What the store knows about the three keys. */
export function credentials(): Map<string, Credential> {
  const lasting = { sessionToken: undefined, expires: undefined }
  const some = { prefixes: ['images/', 'preaching/'], person: undefined }
  const writer = { ...WRITER_KEY, expires: Date.now() + 3_600_000, access: 'write', ...some } as const
  const guest = { ...GUEST_KEY, ...lasting, access: 'read', ...some, prefixes: ['images/'] } as const
  const owner = { ...OWNER_KEY, ...lasting, access: 'write', prefixes: [''], everyBucket: true } as const
  return new Map([writer, guest, owner].map(({ accessKeyId, ...credential }) => [accessKeyId, credential]))
}

export type TestStoreOptions = Pick<
  Parameters<typeof createObjectStore>[0],
  'uploadLimits' | 'isProtected' | 'keeper' | 'onChange' | 'onAuthenticated' | 'onError' | 'origins'
> & {
  folder?: string | undefined
  prefix?: string
  /** Takes each line of the log. */
  log?: { write(line: string): void }
}

/** A real store on a real port over a temporary folder, with a clock that a test can move. */
export async function openTestStore({
  folder: given,
  prefix = '/s3',
  log,
  ...options
}: TestStoreOptions = {}) {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 's3-')))
  // Clients sign with the machine's time; a test moves the store's clock away from it.
  const time = { offset: 0 }
  const keys = credentials()
  const store = await createObjectStore({
    ...options,
    folder,
    bucket: BUCKET,
    region: REGION,
    findCredential: async (id) => keys.get(id),
    clock: { now: () => Date.now() + time.offset },
  })
  const http = Fastify({
    forceCloseConnections: true,
    ...(log && { logger: { level: 'error', stream: log } }),
  })
  await http.register(store.plugin, { prefix })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}${prefix}`

  async function close(options: { keepFolder?: boolean } = {}): Promise<void> {
    await http.close()
    await store.close()
    if (!options.keepFolder) {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    folder,
    port,
    endpoint,
    keys,
    time,
    store,
    /** The address of a key whose characters need no encoding. */
    url: (key: string) => `${endpoint}/${BUCKET}/${key}`,
    /** The AWS SDK with its defaults, except for the address. */
    client: (config: S3ClientConfig = {}) =>
      new S3Client({
        endpoint,
        region: REGION,
        forcePathStyle: true,
        credentials: WRITER_KEY,
        maxAttempts: 1,
        ...config,
      }),
    /** Signs plain requests, good or bad. */
    signer: (
      credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } = WRITER_KEY,
    ) => new AwsClient({ ...credentials, service: 's3', region: REGION, retries: 0 }),
    /** Every file of bytes below the folder, finished or not. */
    async listFiles(): Promise<string[]> {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile() && !entry.name.includes('.sqlite'))
        .map(({ name }) => name)
    },
    close,
  }
}

export type TestStore = Awaited<ReturnType<typeof openTestStore>>

/** The error code in a response of the store, or the status when it has none. */
export async function readCode(response: Response): Promise<string> {
  const text = await response.text()
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(response.status)
}

/** Bytes that compress badly and repeat nowhere soon, the same at every run. */
export function makeBytes(length: number, seed = 1): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let state = seed
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 16
  }
  return bytes
}
