import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { AwsClient } from 'aws4fetch'
import Fastify from 'fastify'
import { machineClock } from '../../server/src/clock.ts'
import type { StorageCredential } from './credentials.ts'
import { openStore } from './object-store.ts'
import type { Store } from './store.ts'
import type { UnfinishedLimits } from './unfinished-uploads.ts'

export const BUCKET = 'preaching'
export const REGION = 'us-east-1'

/** A staff member's temporary credentials, as the tests hold them. */
export const STAFF = {
  accessKeyId: 'ASIASTAFF',
  secretAccessKey: 'staff-secret',
  sessionToken: 'staff-session-token',
}

/** A real store on a real port over a temporary folder, with a clock that a test can move. */
export async function openTestStore(
  folderToOpen?: string,
  { prefix = '/s3', unfinished }: { prefix?: string; unfinished?: UnfinishedLimits } = {},
) {
  const folder = folderToOpen ?? (await mkdtemp(join(tmpdir(), 'vestry-store-')))
  // Clients sign with the machine's time; a test moves the store's clock against it.
  const time = { offset: 0 }
  const keys = new Map<string, StorageCredential>([
    [
      STAFF.accessKeyId,
      {
        secretAccessKey: STAFF.secretAccessKey,
        sessionToken: STAFF.sessionToken,
        expires: machineClock.now() + 3_600_000,
        access: 'write',
        prefixes: ['images/', 'preaching/'],
      },
    ],
    [
      'AKIAGUEST',
      {
        secretAccessKey: 'guest-secret',
        sessionToken: undefined,
        expires: undefined,
        access: 'read',
        prefixes: ['images/'],
      },
    ],
    [
      'AKIAOWNER',
      {
        secretAccessKey: 'owner-secret',
        sessionToken: undefined,
        expires: undefined,
        access: 'write',
        prefixes: [''],
        everyBucket: true,
      },
    ],
  ])
  const store = await openStore({
    folder,
    bucket: BUCKET,
    region: REGION,
    findCredential: async (id) => keys.get(id),
    clock: { now: () => machineClock.now() + time.offset },
    ...(unfinished && { unfinished }),
  })
  const http = Fastify({ forceCloseConnections: true })
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
    store: store satisfies Store,
    /** The address of a key whose characters need no encoding. */
    url: (key: string) => `${endpoint}/${BUCKET}/${key}`,
    /** The AWS SDK with its defaults; only the address is ours. */
    client: (config: S3ClientConfig = {}) =>
      new S3Client({
        endpoint,
        region: REGION,
        forcePathStyle: true,
        credentials: STAFF,
        maxAttempts: 1,
        ...config,
      }),
    /** Signs plain requests, good or bad. */
    signer: (credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } = STAFF) =>
      new AwsClient({ ...credentials, service: 's3', region: REGION, retries: 0 }),
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

/** The error code in an answer of the store, or the status when it has none. */
export async function readCode(answer: Response): Promise<string> {
  const text = await answer.text()
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(answer.status)
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
