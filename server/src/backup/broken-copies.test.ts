import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BUCKET, OWNER_KEY, openTestStore } from '@vestry/s3/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { systemClock } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { lockFile } from '../file-lock.ts'
import { openStoreAlone } from '../open-store.ts'
import { readAllRows } from '../testing/all-rows.ts'
import { publish } from '../testing/build-sermon.ts'
import { COMPILE_CACHE } from '../testing/run-program.ts'
import { runVestry } from '../testing/run-vestry.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { BackupError } from './backup-error.ts'
import { findCopiesState } from './find-copies-state.ts'
import { openRepository } from './repository.ts'
import { type RestoreTarget, restoreCopy } from './restore-copy.ts'
import { newestCopy, scheduleCopies } from './scheduled-copies.ts'

// SQLite alone: the damage is to files of the copy, which are the same for both databases.

const DAY = 24 * 60 * 60_000
const PATIENT = { timeout: 30_000 }
const COMMAND_LINE = join(import.meta.dirname, '..', 'cli', 'command-line.ts')
const RECORDING = 'preaching/2026/recording-1.mp3'

let scratch: string
let folder: string
let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'vestry-broken-'))
  folder = join(scratch, 'copies')
  server = await startTestServer({ clock: createTestClock(Math.ceil(systemClock.now() / 1000) * 1000) })
  env = { VESTRY_DATA: server.dataFolder, VESTRY_PUBLIC_URL: server.config.publicUrl }
  for (let count = 1; count <= 8; count += 1) {
    const path = `preaching/2026/recording-${count}.mp3`
    await server.app.store.put(path, randomBytes(1_000_000), { 'content-type': 'audio/mpeg' })
    await publish(server, { path })
  }
})
afterAll(async () => {
  await server.destroy()
  await rm(scratch, { recursive: true })
})

/** Runs a command as a process of its own and kills it at some moment. */
async function kill(args: readonly string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, [COMMAND_LINE, ...args], {
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  const ended = once(child, 'exit')
  await Promise.race([ended, pause(randomInt(300, 900))])
  child.kill('SIGKILL')
  await ended
}

const copies = async () => (await readdir(join(folder, 'copies'))).filter((name) => !name.startsWith('.'))
const verify = () => runVestry(`backup verify --to ${folder}`, env)

test('a backup that is killed leaves nothing that looks complete, and the next one resumes it', async () => {
  for (let round = 0; round < 2; round += 1) {
    await kill(['backup', '--to', folder], env)
  }
  const made = await runVestry(`backup --to ${folder}`, env)
  expect([made.code, made.errors]).toEqual([0, ''])
  for (const id of await copies()) {
    const { code, errors } = await runVestry(`backup verify --to ${folder} --copy ${id}`, env)
    expect([code, errors]).toEqual([0, ''])
  }
  expect(await readdir(join(folder, 'objects', 'incoming'))).toEqual([])
})

test('a damaged byte is noticed and named, nothing is restored from it, and the next copy repairs it', async () => {
  const [id] = (await copies()).slice(-1)
  const { output } = await runVestry(`backup list --to ${folder}`, env)
  expect(output).toContain(`${id}\t`)
  const path = await contentOf(1_000_000)
  await flip(join(folder, path), 500_000)
  expect(await verify()).toEqual({
    code: 1,
    output: '',
    errors: expect.stringMatching(`^The copy ${id} is damaged\\.\n${path} \\(\\S+\\) is damaged\\.\n$`),
  })
  const refused = await runVestry(`restore --from ${folder}`, { ...env, VESTRY_DATA: join(scratch, 'none') })
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('nothing was written')])
  expect(await readdir(join(scratch, 'none'))).toEqual(['objects'])

  const copier = scheduleCopies(
    server.config,
    { folder, every: 24, keep: 2 },
    { clock: server.clock, log: server.app.http.log },
  )
  await expect(copier.makeCopy()).rejects.toThrow('as 1 of its parts were damaged, it was removed')
  expect((await copier.makeCopy()).flaws).toEqual([])
  expect((await verify()).code).toBe(0)
})

test.each(['manifest.json', 'rows/attendee.jsonl.gz', 'identity.key'])(
  'a damaged byte of %s is noticed and named',
  async (file) => {
    const [id = ''] = (await copies()).slice(-1)
    await flip(join(folder, 'copies', id, file), 3)
    expect((await verify()).errors).toContain(`copies/${id}/${file} is`)
    await flip(join(folder, 'copies', id, file), 3)
    expect((await verify()).code).toBe(0)
  },
)

test('a copy made while the clock was ahead is not the newest once there is another, and is the first to go', async () => {
  const backup = { folder: join(scratch, 'ahead'), every: 24, keep: 2 }
  const clockIn = (milliseconds: number) => ({ now: () => server.clock.now() + milliseconds })
  const copyIn = async (milliseconds: number) => {
    const parts = { clock: clockIn(milliseconds), log: server.app.http.log }
    return (await scheduleCopies(server.config, backup, parts).makeCopy()).id
  }
  const ahead = await copyIn(5 * 365 * DAY)
  await publish(server, { path: RECORDING })
  const newest = await copyIn(0)
  const dataFolder = join(scratch, 'from-ahead')
  const restored = await runVestry(`restore --from ${backup.folder}`, { ...env, VESTRY_DATA: dataFolder })
  expect(restored.output).toContain(`The copy ${newest} was restored`)
  expect(await readAllRows({ dataFolder })).toEqual(await readAllRows(server.config))
  expect(await findCopiesState(backup, clockIn(3 * DAY))).toEqual({
    state: 'old',
    newest: server.clock.now(),
  })
  const last = await copyIn(1000)
  const left = await readdir(join(backup.folder, 'copies'))
  expect([left.includes(ahead), left.sort()]).toEqual([false, [newest, last]])
})

test('the newest copies are kept, and what no copy names is removed', async () => {
  await server.app.store.remove(RECORDING)
  server.clock.advance(24 * 60 * 60_000)
  const copier = scheduleCopies(
    server.config,
    { folder, every: 24, keep: 2 },
    { clock: server.clock, log: server.app.http.log },
  )
  const before = await contents()
  const made = await copier.makeCopy()
  expect(made.flaws).toEqual([{ key: RECORDING, flaw: 'missing' }])
  expect(await newestCopy(folder, server.clock)).toBe(server.clock.now())
  server.clock.advance(24 * 60 * 60_000)
  await copier.makeCopy()
  expect(await copies()).toHaveLength(2)
  expect(await contents()).toBe(before - 1)
  expect((await verify()).code).toBe(0)
})

test('as long as the list of an older copy is damaged, nothing older is removed', async () => {
  const [oldest = ''] = (await copies()).sort()
  const list = join(folder, 'copies', oldest, 'objects.jsonl.gz')
  await flip(list, 30)
  const kept = await runVestry(`backup --to ${folder} --keep 3`, env)
  expect([kept.code, kept.errors]).toEqual([
    3,
    expect.stringContaining(`the list of the copy ${oldest} can't`),
  ])
  expect(await copies()).toHaveLength(3)
  await flip(list, 30)
  const repaired = await runVestry(`backup --to ${folder} --keep 2`, env)
  expect(repaired.output).toContain('Removed 2 older.')
})

test('a restore onto a full disk says so, and the same command goes on once there is room', async () => {
  const dataFolder = join(scratch, 'full')
  const store = await openEmbedded(dataFolder)
  const full: RestoreTarget['store'] = {
    ...store,
    put: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })),
  }
  const repository = await openRepository({ folder, passphrase: async () => undefined })
  const [id = ''] = (await copies()).slice(-1)
  const target = { database: { dataFolder }, store: full, keyFile: join(dataFolder, 'key') }
  await expect(restoreCopy(repository, id, target, () => undefined)).rejects.toThrow(
    new BackupError(
      `The disk of ${dataFolder} is full; make room and start again: what is copied already counts.`,
    ),
  )
  repository.close()
  await store.close()
  const { errors } = await runVestry(`restore --from ${folder}`, { ...env, VESTRY_DATA: dataFolder })
  expect(errors).toBe('')
})

test('a copy that can not be read is listed as such, and hides no other', async () => {
  const ids = (await copies()).sort()
  const [first = '', last] = [ids[0], ids.at(-1)]
  await flip(join(folder, 'copies', first, 'manifest.json'), 3)
  const { code, output, errors } = await runVestry(`backup list --to ${folder}`, env)
  await flip(join(folder, 'copies', first, 'manifest.json'), 3)
  expect([code, errors]).toEqual([3, ''])
  expect(output).toContain(`${first}\tcan't be read\n`)
  expect(output).toMatch(new RegExp(`^${last}\\t\\d+ rows\\t`, 'm'))
})

test('a restore where the store is not empty is refused as often as it is tried, and a server may start there', async () => {
  const dataFolder = join(scratch, 'recordings-are-left')
  const store = openEmbedded(dataFolder)
  await (await store).put(RECORDING, Buffer.from('newer'), {})
  await (await store).close()
  for (let tries = 0; tries < 2; tries += 1) {
    const { code, errors } = await runVestry(`restore --from ${folder}`, { ...env, VESTRY_DATA: dataFolder })
    expect([code, errors]).toEqual([1, expect.stringContaining('The store is not empty')])
  }
  const database = await openDatabase({ dataFolder })
  await database.close()
})

test('of two first copies that begin at once one is made, and its passphrase opens it', async () => {
  const fresh = join(scratch, 'fresh')
  const encrypted = { ...env, VESTRY_BACKUP_PASSPHRASE: 'five words chosen by dice' }
  const made = await Promise.all([1, 2].map(() => runVestry(`backup --to ${fresh}`, encrypted)))
  expect(made.map(({ code }) => code).sort()).toEqual([3, 1].sort())
  expect((await runVestry(`backup verify --to ${fresh}`, encrypted)).code).toBe(0)
})

test('a copy where there are those of another church, or one is being made, or within the data, is refused', async () => {
  const other = await startTestServer()
  try {
    const { code, errors } = await runVestry(`backup --to ${folder}`, { VESTRY_DATA: other.dataFolder })
    expect([code, errors]).toEqual([1, expect.stringContaining('holds copies of another church')])
  } finally {
    await other.destroy()
  }
  const lock = lockFile(join(folder, 'lock.sqlite'))
  expect((await runVestry(`backup --to ${folder}`, env)).errors).toBe(
    `Another backup or restore is running in ${folder}; wait until it has ended.\n`,
  )
  lock?.release()
  expect((await runVestry(`backup --to ${server.dataFolder}/copies`, env)).errors).toContain(
    'lies in the data folder',
  )
  expect((await runVestry(`backup --to ${server.dataFolder}/../`, env)).errors).toContain('is not empty')
})

test('a copy is put into a bucket elsewhere, and a copy of that one brings nothing new', async () => {
  const elsewhere = await openTestStore()
  vi.stubEnv('AWS_ACCESS_KEY_ID', OWNER_KEY.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', OWNER_KEY.secretAccessKey)
  const inBucket = {
    ...env,
    VESTRY_DATA: join(scratch, 'before-a-bucket'),
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: elsewhere.endpoint,
  }
  try {
    expect(await runVestry(`restore --from ${folder}`, inBucket)).toEqual({
      code: 0,
      output: expect.stringContaining('was restored'),
      errors: '',
    })
    const before = await contents()
    const made = await runVestry(`backup --to ${folder}`, inBucket)
    expect([made.code, made.errors]).toEqual([
      3,
      `The church names ${RECORDING}, which the store does not have.\n`,
    ])
    expect(await contents()).toBe(before)
    expect((await verify()).code).toBe(0)
  } finally {
    vi.unstubAllEnvs()
    await elsewhere.close()
  }
})

test('a scheduled copy that is stopped is told as no failure, and the next one goes on', async () => {
  const onFailure = vi.fn(async () => undefined)
  const start = () =>
    scheduleCopies(
      server.config,
      { folder, every: 24, keep: 2 },
      { clock: server.clock, log: server.app.http.log, onFailure },
    )
  const stopped = start()
  const copy = expect(stopped.makeCopy()).rejects.toThrow('stopped before it was complete, by SIGKILL.')
  await stopped.stop()
  await copy
  expect(onFailure).not.toHaveBeenCalled()
  server.clock.advance(1000)
  await expect(start().makeCopy()).resolves.toHaveProperty('added')
})

test('a scheduled copy that fails says why, also when nobody could be told of it', async () => {
  const log = { info: vi.fn(), warn: vi.fn() }
  const refused = new Error('550 No such mailbox')
  const copier = scheduleCopies(
    server.config,
    { folder: join(server.dataFolder, 'copies'), every: 24, keep: 2 },
    { clock: server.clock, log, onFailure: () => Promise.reject(refused) },
  )
  await expect(copier.makeCopy()).rejects.toThrow('lies in the data folder')
  expect(log.warn).toHaveBeenCalledWith({ err: refused }, expect.any(String))
})

test('a server makes backups by itself, and notifies an administrator when it can not', async () => {
  const byItself = join(scratch, 'by-itself')
  const stranger = join(byItself, 'holiday.jpg')
  await mkdir(byItself)
  await writeFile(stranger, '')
  const served = await startTestServer({ settings: { VESTRY_BACKUP_FOLDER: byItself } })
  const email = `The reason:    ${byItself} is not empty and holds no copies of Vestry (there is holiday.jpg)`
  await expect
    .poll(async () => (await served.emails().catch(() => [])).join('').replaceAll(/=?\r?\n/g, ''), PATIENT)
    .toContain(email)
  const { results } = await served.ask('GET /audit', { query: { kind: 'backup_failed' } })
  expect(results).toHaveLength(1)
  await served.app.close()
  await rm(stranger)
  served.clock.advance(5 * 60_000)
  const again = await buildApp(served.config, { clock: served.clock, log: undefined })
  await expect
    .poll(() => newestCopy(byItself, served.clock), PATIENT)
    .toBe(Math.floor(served.clock.now() / 1000) * 1000)
  await again.close()
  await rm(served.dataFolder, { recursive: true })
})

test('copies that are gone, such as with their disk, are missed and not begun anew by the server itself', async () => {
  const own = await startTestServer()
  const disk = join(scratch, 'disk')
  const copier = scheduleCopies(
    own.config,
    { folder: disk, every: 24, keep: 2 },
    { clock: own.clock, log: own.app.http.log },
  )
  await copier.makeCopy()
  for (const empty of [false, true]) {
    await rm(disk, { recursive: true })
    if (empty) {
      await mkdir(disk)
    }
    await expect(copier.makeCopy()).rejects.toThrow(
      `The copies in ${disk} are gone: look whether its disk is plugged in. To begin anew there, make the first one with "backup --to".`,
    )
    expect(await readdir(disk).catch(() => [])).toEqual([])
    await mkdir(disk, { recursive: true })
  }
  const { code, errors } = await runVestry(`backup --to ${disk}`, {
    VESTRY_DATA: own.dataFolder,
    VESTRY_PUBLIC_URL: own.config.publicUrl,
  })
  expect([code, errors]).toEqual([0, ''])
  await expect(copier.makeCopy()).resolves.toHaveProperty('added')
  await own.destroy()
})

const openEmbedded = (dataFolder: string) => openStoreAlone({ ...server.config, dataFolder }, systemClock)

async function files(): Promise<string[]> {
  const all = await readdir(join(folder, 'objects'), { recursive: true })
  return all.filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name))
}
const contents = async () => (await files()).length

/** The path of content with that many bytes. */
async function contentOf(size: number): Promise<string> {
  for (const name of await files()) {
    const file = await open(join(folder, 'objects', name))
    const found = (await file.stat()).size === size
    await file.close()
    if (found) {
      return `objects/${name}`
    }
  }
  throw new Error(`There is no content of ${size} bytes.`)
}

async function flip(path: string, at: number) {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  byte[0] = (byte[0] ?? 0) ^ 1
  await file.write(byte, 0, 1, at)
  await file.close()
}
