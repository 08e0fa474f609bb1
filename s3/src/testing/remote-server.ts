import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { BucketLocation } from '../remote/bucket-location.ts'
import { openRemoteStore } from '../remote/remote-store.ts'
import { BUCKET, credentials, OWNER_KEY, openTestStore, REGION } from './test-store.ts'

/** A real store on a port of its own: its address, and how to end it. */
export type RemoteServer = { location: BucketLocation; close(): Promise<void> }

/** A store on the disk as the remote one, opened with the lasting key of its owner. */
export async function startRemoteServer(): Promise<RemoteServer> {
  const remote = await openTestStore()
  return {
    location: { bucket: BUCKET, endpoint: remote.endpoint, region: REGION, credentials: OWNER_KEY },
    close: () => remote.close(),
  }
}

/** A server that relays to a remote bucket, on a real port, with the keys of the test store. */
export async function startRelay(
  location: BucketLocation,
  options: Pick<Parameters<typeof openRemoteStore>[0], 'keeper' | 'onChange'> = {},
) {
  const keys = credentials()
  const store = await openRemoteStore({
    ...location,
    ...options,
    prefixes: ['images/', 'preaching/'],
    origins: ['https://console.example.org'],
    findCredential: async (id) => keys.get(id),
  })
  const http = Fastify({ forceCloseConnections: true })
  await http.register(store.plugin, { prefix: '/s3' })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const endpoint = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/s3`
  return {
    store,
    keys,
    endpoint,
    url: (key: string) => `${endpoint}/${location.bucket}/${key}`,
    async close() {
      await http.close()
      await store.close()
    },
  }
}
