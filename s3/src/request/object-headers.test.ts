import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, readCode, type TestStore } from '../testing/test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

const putWith = async (headers: Record<string, string>) =>
  readCode(await server.signer().fetch(server.url('images/described'), { method: 'PUT', body: 'x', headers }))

test('metadata may take 2 KB, its names and its values together', async () => {
  const metadata = (bytes: number) => ({
    'x-amz-meta-first': 'a'.repeat(1000),
    'x-amz-meta-second': 'b'.repeat(bytes - 'first'.length - 1000 - 'second'.length),
  })
  expect(await putWith(metadata(2048))).toBe('200')
  expect(await putWith(metadata(2049))).toBe('MetadataTooLarge')
})
