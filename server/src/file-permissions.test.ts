import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askCommandLine } from './testing/ask-command-line.ts'
import { prepareProgram, type RunningProgram } from './testing/run-program.ts'
import { runVestry } from './testing/run-vestry.ts'

// SQLite alone: the files of PostgreSQL belong to its own server.

/** A data folder that existed before, and that every user of the machine may enter. */
let dataFolder: string
let backups: string
let program: RunningProgram
let env: Record<string, string>

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'vestry-open-'))
  backups = await mkdtemp(join(tmpdir(), 'vestry-open-'))
  await chmod(dataFolder, 0o755)
  await chmod(backups, 0o755)
  env = { VESTRY_DATA: dataFolder, VESTRY_BACKUP_PASSPHRASE: 'five words chosen by dice' }
  program = await prepareProgram({}, { dataFolder })
})
afterAll(async () => {
  await program.destroy()
  await rm(dataFolder, { recursive: true })
  await rm(backups, { recursive: true })
})

/** Every file that another user of this machine can read by walking down from `folder`, as paths in it. */
async function stealable(folder: string, within = ''): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(join(folder, within), { withFileTypes: true })) {
    const path = join(within, entry.name)
    const { mode } = await stat(join(folder, path))
    if (entry.isDirectory()) {
      found.push(...((mode & 0o055) === 0 ? [] : await stealable(folder, path)))
    } else if ((mode & 0o044) !== 0) {
      found.push(path)
    }
  }
  return found.sort()
}

async function openEverything(folder: string) {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}

test('nobody else can read what the server and its commands write into folders that are open to all', async () => {
  await program.start()
  await askCommandLine(env, 'users', 'invite', 'ruth@vestry.test')
  await askCommandLine(env, 'backup', '--to', backups)
  expect((await readdir(dataFolder)).sort()).toEqual(
    expect.arrayContaining(['keys', 'objects', 'outbox', 'vestry.db', 'vestry.db-shm', 'vestry.db-wal']),
  )
  expect(await stealable(dataFolder)).toEqual([])
  expect(await stealable(backups)).toEqual([])
  expect((await stat(dataFolder)).mode & 0o777).toBe(0o755)
  expect((await runVestry('check', env)).output).toContain('The files are for their owner alone.')
})

test('what others could read before is found by check, and closed and named by the next start', async () => {
  await program.kill()
  await openEverything(dataFolder)
  expect(await stealable(dataFolder)).toEqual(
    expect.arrayContaining(['keys/identity.key', 'objects/catalogue.sqlite', 'vestry.db', 'vestry.db-wal']),
  )
  const found = await runVestry('check', env)
  expect(found.code).toBe(1)
  expect(found.output).toContain(`Other users of this machine may read or change vestry.db, vestry.db-wal`)
  expect(found.output).toContain(`→ Run chmod -R go= ${dataFolder}, and think of who may have copied them.`)
  await program.start()
  expect(await stealable(dataFolder)).toEqual([])
  expect(program.printed()).toContain(
    'Other users of this machine could read or change these files until now.',
  )
  expect((await runVestry('check', env)).output).toContain('The files are for their owner alone.')
})

test('a data folder that others may write is named by check, and closed and named by the next start', async () => {
  await program.kill()
  await chmod(dataFolder, 0o777)
  const found = await runVestry('check', env)
  expect(found.output).toContain(
    `Other users of this machine may read or change the folder itself in ${dataFolder}. → Run chmod -R go= ${dataFolder}`,
  )
  expect(found.code).toBe(1)
  await program.start()
  expect((await stat(dataFolder)).mode & 0o777).toBe(0o755)
  expect(program.printed()).toContain('"files":["."]')
  expect((await runVestry('check', env)).output).toContain('The files are for their owner alone.')
})
