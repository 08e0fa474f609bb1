import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readObjectStore } from '@vestry/s3'
import { digestTables, openSnapshot } from '../database/open-snapshot.ts'

type Place = { databaseUrl?: string | undefined; dataFolder: string }

/**
 * Everything that a church has: the digest of every table, and every object with its headers and the digest of its
 * bytes.
 */
export async function readAllRows(place: Place) {
  const snapshot = await openSnapshot(place)
  try {
    return { tables: await digestTables(snapshot), objects: await readObjects(place.dataFolder) }
  } finally {
    await snapshot.close()
  }
}

async function readObjects(dataFolder: string) {
  const store = readObjectStore(join(dataFolder, 'objects'), 'preaching')
  const objects: Record<string, { size: number; sha256: string; headers: Record<string, string> }> = {}
  for await (const { key, size } of store.list()) {
    const sha256 = createHash('sha256')
    for await (const part of await store.read(key)) {
      sha256.update(part as Buffer)
    }
    const headers = { ...(await store.find(key))?.headers }
    objects[key] = { size, sha256: sha256.digest('hex'), headers }
  }
  await store.close()
  return objects
}
