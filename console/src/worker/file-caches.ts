/** The caches' names begin with this; each build's files are in one of their own. */
export const FILES = 'vestry-files-'
export const CONFIG = 'vestry-config'

/** Deletes all that a worker has kept. */
export async function deleteCaches(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(FILES) || name === CONFIG)
  await Promise.all(names.map((name) => caches.delete(name)))
}
