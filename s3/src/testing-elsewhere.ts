import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { machineClock } from '../../server/src/clock.ts'
import type { BucketPlace } from './bucket-place.ts'
import { openBucket } from './bucket-store.ts'
import type { StorageCredential } from './credentials.ts'
import { openTestStore, REGION, STAFF } from './testing-store.ts'

/** A real store on a port of its own that is not the server's: where it lies, and its end. */
export type Elsewhere = { place: BucketPlace; close(): Promise<void> }

/** The store of another Vestry, opened with a lasting key of its operator. */
export async function openOtherVestry(): Promise<Elsewhere> {
  const other = await openTestStore()
  const credentials = { accessKeyId: 'AKIAOWNER', secretAccessKey: 'owner-secret' }
  return {
    place: { bucket: 'preaching', endpoint: other.endpoint, region: REGION, credentials },
    close: () => other.close(),
  }
}

/** A server's door to a store elsewhere, on a real port, with a staff member's temporary credentials. */
export async function openServerBefore(place: BucketPlace, given: { straight?: boolean } = {}) {
  const credential: StorageCredential = {
    secretAccessKey: STAFF.secretAccessKey,
    sessionToken: STAFF.sessionToken,
    expires: machineClock.now() + 3_600_000,
    access: 'write',
    prefixes: ['images/', 'preaching/'],
  }
  const store = await openBucket({
    ...place,
    straight: given.straight ?? false,
    prefixes: credential.prefixes,
    clock: machineClock,
    consoleOrigins: ['https://console.example.org'],
    findCredential: async (id) => (id === STAFF.accessKeyId ? credential : undefined),
  })
  const http = Fastify({ forceCloseConnections: true })
  await http.register(store.plugin, { prefix: '/s3' })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const endpoint = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/s3`
  return {
    store,
    endpoint,
    url: (key: string) => `${endpoint}/${place.bucket}/${key}`,
    async close() {
      await http.close()
      await store.close()
    },
  }
}
