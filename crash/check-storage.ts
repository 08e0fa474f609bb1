import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SqliteFile } from '@vestry/server/sqlite-file.ts'

type Piece = { id: string; owner: string; size: number }
type StoredObject = { key: string; id: string; size: number }

/**
 * What is wrong with the store of a server that has just started and has removed leftovers: its catalogue must be
 * whole, every piece a file of its size, every object the sum of its pieces, and no file left over.
 */
export async function checkStorage(dataFolder: string): Promise<string[]> {
  const folder = join(dataFolder, 'objects')
  const catalogue = new SqliteFile(join(folder, 'catalogue.sqlite'), { readOnly: true })
  try {
    const verdict = catalogue.prepare<[], { integrity_check: string }>('pragma integrity_check').get()
    const pieces = catalogue.prepare<[], Piece>('select id, owner, size from piece').all()
    const objects = catalogue.prepare<[], StoredObject>('select key, id, size from object').all()
    const uploads = catalogue.prepare<[], { id: string }>('select id from upload').all()
    const files = await sizesBelow(join(folder, 'pieces'))
    const known = new Set(pieces.map(({ id }) => id))
    const owners = new Set([...objects, ...uploads].map(({ id }) => id))
    const sums = new Map<string, number>()
    for (const { owner, size } of pieces) {
      sums.set(owner, (sums.get(owner) ?? 0) + size)
    }
    return [
      ...(verdict?.integrity_check === 'ok' ? [] : [`the catalogue is damaged: ${verdict?.integrity_check}`]),
      ...pieces
        .filter(({ id, size }) => files.get(id) !== size)
        .map(({ id, size }) => `piece ${id} has ${files.get(id)} of ${size} bytes`),
      ...pieces.filter(({ owner }) => !owners.has(owner)).map(({ id }) => `piece ${id} belongs to nothing`),
      ...objects
        .filter(({ id, size }) => (sums.get(id) ?? 0) !== size)
        .map(({ key, id, size }) => `object ${key} has ${sums.get(id)} of ${size} bytes`),
      ...[...files.keys()].filter((id) => !known.has(id)).map((id) => `file ${id} was left over`),
      ...(await readdir(join(folder, 'incoming'))).map((id) => `${id} was left half-written`),
    ]
  } finally {
    catalogue.close()
  }
}

async function sizesBelow(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))))
  return new Map(files.map(({ name }, place) => [name, sizes[place]?.size ?? -1]))
}
