import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import type { ObjectStore } from '@vestry/s3'

const BANNER = join(import.meta.dirname, '..', '..', 'media', 'default-banner.jpg')

/** Puts the server's poster where sermons look for it, unless there is one. */
export async function keepDefaultPoster(store: Pick<ObjectStore, 'has' | 'put'>): Promise<void> {
  if (!(await store.has(DEFAULT_POSTER_PATH))) {
    await store.put(DEFAULT_POSTER_PATH, await readFile(BANNER), { 'content-type': 'image/jpeg' })
  }
}
