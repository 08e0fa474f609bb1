import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runVestry } from '../testing/run-vestry.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

// SQLite alone: files of the copy are forged, which are the same for both databases.

// Anybody may have made a copy, with checksums that fit. The worst it may do is be refused, with one sentence.

let scratch: string
let folder: string
let server: TestServer
let round = 0

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'vestry-hostile-'))
  server = await startTestServer()
  await server.ask('POST /attendees', { body: { first_name: 'Ann', last_name: 'Archer' } })
  await runVestry(`backup --to ${join(scratch, 'good')}`, { VESTRY_DATA: server.dataFolder })
})
afterAll(async () => {
  await server.destroy()
  await rm(scratch, { recursive: true })
})
beforeEach(async () => {
  round += 1
  folder = join(scratch, `copies-${round}`)
  await cp(join(scratch, 'good'), folder, { recursive: true })
})

const copyFolder = async () => join(folder, 'copies', (await readdir(join(folder, 'copies')))[0] ?? '')
const unpacked = async (name: string) => gunzipSync(await readFile(join(await copyFolder(), name)))
const restore = () => runVestry(`restore --from ${folder}`, { VESTRY_DATA: join(scratch, `data-${round}`) })
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Writes files of the copy again, and updates all counts and checksums of them. */
async function forge(files: Record<string, string | Buffer>) {
  const place = await copyFolder()
  const manifest = JSON.parse(await readFile(join(place, 'manifest.json'), 'utf8'))
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(place, name), name.endsWith('.gz') ? gzipSync(content) : content)
    const table = manifest.tables.find((one: { name: string }) => name === `rows/${one.name}.jsonl.gz`)
    const rows = String(content).split('\n').length - 1
    if (table !== undefined) {
      Object.assign(table, { rows, sha256: sha256(content) })
    } else if (name === 'objects.jsonl.gz') {
      manifest.objects.count = rows
    }
  }
  await writeFile(join(place, 'manifest.json'), JSON.stringify(manifest))
  const sums = await readFile(join(place, 'SHA256SUMS'), 'utf8')
  const names = sums.split('\n').filter(Boolean)
  const lines = names.map(async (line) => {
    const name = line.slice(66)
    return `${sha256(await readFile(join(place, name)))}  ${name}\n`
  })
  await writeFile(join(place, 'SHA256SUMS'), (await Promise.all(lines)).join(''))
}

const NOT_OURS =
  /^The copy \S+ holds what Vestry never wrote into it; take another one with --copy\. \(.*\)\n$/

test('what is forged as it was is restored', async () => {
  await forge({ 'rows/attendee.jsonl.gz': await unpacked('rows/attendee.jsonl.gz') })
  expect(await restore()).toMatchObject({ code: 0, errors: '' })
})

test.each([
  ['rows that are no JSON', 'rows/attendee.jsonl.gz', 'Ann\n'],
  ['a row of another kind', 'rows/attendee.jsonl.gz', '{"id":1}\n'],
  ['a row of too few values', 'rows/attendee.jsonl.gz', '[1]\n'],
  ['rows with an object as a value', 'rows/attendee.jsonl.gz', `[${'{"a":1},'.repeat(40)}1]\n`],
  ['a list that is no JSON', 'objects.jsonl.gz', 'hope.mp3\n'],
  ['a list of something else', 'objects.jsonl.gz', '{"key":7}\n'],
])('%s: refused in a sentence', async (_what, name, content) => {
  await forge({ [name]: content })
  const { code, errors } = await restore()
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(NOT_OURS) })
})

test.each([
  ['no key', ''],
  ['a key that leads outside', '../../outside'],
  ['a key of 2000 letters', 'a'.repeat(2000)],
  ['half a letter in its key', 'images/\ud800.jpg'],
])('an object with %s: refused in a sentence', async (_what, key) => {
  const [line = ''] = (await unpacked('objects.jsonl.gz')).toString().split('\n')
  await forge({ 'objects.jsonl.gz': `${JSON.stringify({ ...JSON.parse(line), key })}\n` })
  const before = await readdir(scratch)
  const { code, errors } = await restore()
  expect(code).toBe(1)
  expect(errors.split('\n')).toHaveLength(2)
  expect((await readdir(scratch)).filter((name) => !before.includes(name))).toEqual([`data-${round}`])
})

test('more rows than the copy says are read no further than that', async () => {
  const rows = await unpacked('rows/attendee.jsonl.gz')
  await forge({ 'rows/attendee.jsonl.gz': rows })
  const place = join(await copyFolder(), 'manifest.json')
  const packed = gzipSync(Buffer.concat([rows, Buffer.alloc(300_000_000, '[]\n')]), { level: 1 })
  await writeFile(join(await copyFolder(), 'rows/attendee.jsonl.gz'), packed)
  const sums = join(await copyFolder(), 'SHA256SUMS')
  const renewed = (await readFile(sums, 'utf8')).replace(
    /\S+(?= {2}rows\/attendee\.jsonl\.gz)/,
    sha256(packed),
  )
  await writeFile(sums, renewed)
  expect(JSON.parse(await readFile(place, 'utf8')).format).toBe(1)
  expect((await restore()).errors).toMatch(/The rows of attendee in \S+ are not those that were written/)
})

test('a row without an end is refused before it fills the memory', async () => {
  await forge({ 'rows/attendee.jsonl.gz': Buffer.alloc(200_000_000, 'a') })
  expect((await restore()).errors).toMatch(/The rows of attendee in \S+ can't be read/)
})

test.each(['identity.key', 'manifest.json', 'SHA256SUMS', 'rows/attendee.jsonl.gz'])(
  '%s as a link to a file elsewhere: refused in a sentence',
  async (name) => {
    const file = join(await copyFolder(), name)
    await rename(file, join(scratch, `elsewhere-${round}`))
    await symlink(join(scratch, `elsewhere-${round}`), file)
    const { code, errors } = await restore()
    expect([code, errors.split('\n').length]).toEqual([1, 2])
    expect(errors).toMatch(/is damaged|can't be read|no plain file/)
  },
)

test.each(['vestry-backup.json', 'key.age', 'identity.key'])(
  '%s as a pipe keeps nobody waiting',
  async (name) => {
    const file = name === 'identity.key' ? join(await copyFolder(), name) : join(folder, name)
    await rm(file, { force: true })
    if (name === 'key.age') {
      await writeFile(join(folder, 'vestry-backup.json'), '{"format":1,"parish":"Grace","encrypted":true}')
    }
    expect(spawnSync('mkfifo', [file]).status).toBe(0)
    const env = {
      VESTRY_DATA: join(scratch, `data-${round}`),
      ...(name === 'key.age' && { VESTRY_BACKUP_PASSPHRASE: 'five words chosen by dice' }),
    }
    const { code, errors } = await runVestry(`restore --from ${folder}`, env)
    expect([code, errors.split('\n').length]).toEqual([1, 2])
  },
)

test.each(['/proc/vestry', '/dev/null', '/dev/null/copies'])(
  'a copy into %s: refused in a sentence',
  async (to) => {
    const { code, errors } = await runVestry(`backup --to ${to}`, { VESTRY_DATA: server.dataFolder })
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(/^\/\S+ can't be made .*\n$/) })
  },
)
