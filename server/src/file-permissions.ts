import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What the server keeps in the data folder. The folder itself belongs to the operator, who may keep other things in it;
 * but somebody who may write there can put a database of their own in the place of ours.
 */
const KEPT = [
  'vestry.db',
  'vestry.db-wal',
  'vestry.db-shm',
  'objects',
  'keys',
  'outbox',
  'lock.sqlite',
  'copied-to',
  'bridge.json',
]
const OF_OTHERS = 0o077
const WRITE_OF_OTHERS = 0o022
const FOLDER = '.'

/**
 * A file or folder whose permissions let others in; `reached` if the permissions of the folders around it do so too.
 */
type OpenFile = { path: string; mode: number; reached: boolean }

/**
 * What other users of this machine may read or change of what the server keeps: paths in the data folder, or the folder
 * itself.
 */
export async function findFilesOpenToOthers(dataFolder: string): Promise<string[]> {
  return pathsReached(await listOpenFiles(dataFolder))
}

/** Makes all of that readable by its owner alone, as far as we own it; returns what others could reach until now. */
export async function restrictPermissions(dataFolder: string): Promise<string[]> {
  const open = await listOpenFiles(dataFolder)
  for (const { path, mode } of open) {
    const closed = path === FOLDER ? mode & ~WRITE_OF_OTHERS : mode & ~OF_OTHERS
    await chmod(join(dataFolder, path), closed).catch(unlessCode('EPERM', 'EROFS', 'ENOENT'))
  }
  return pathsReached(open)
}

const pathsReached = (open: OpenFile[]) => open.filter(({ reached }) => reached).map(({ path }) => path)

/** Lists a folder before what is directly in it; what lies deeper can't be reached past a closed folder. */
async function listOpenFiles(dataFolder: string): Promise<OpenFile[]> {
  const open: OpenFile[] = []
  async function look(path: string, reached: boolean): Promise<boolean> {
    const found = await stat(join(dataFolder, path)).catch(unlessCode('ENOENT'))
    const isOpen = found !== undefined && (found.mode & OF_OTHERS) !== 0
    if (isOpen) {
      open.push({ path, mode: found.mode & 0o7777, reached })
    }
    return reached && isOpen
  }
  const { mode } = await stat(dataFolder)
  if ((mode & WRITE_OF_OTHERS) !== 0) {
    open.push({ path: FOLDER, mode: mode & 0o7777, reached: true })
  }
  const entered = (mode & OF_OTHERS) !== 0
  for (const name of KEPT) {
    const reached = await look(name, entered)
    const inside = await readdir(join(dataFolder, name)).catch(unlessCode('ENOENT', 'ENOTDIR'))
    for (const file of inside ?? []) {
      await look(join(name, file), reached)
    }
  }
  return open
}

function unlessCode(...codes: string[]) {
  return (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) {
      throw error
    }
    return undefined
  }
}
