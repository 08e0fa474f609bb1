import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../server/src/clock.ts'
import { startTestServer, type TestServer } from '../server/src/testing/start-test-server.ts'
import { createTestClock } from '../server/src/testing/test-clock.ts'
import { findStoreTools } from './find-programs.ts'

// SQLite alone: it is about the tools of an operator.

const SMALL = 40
/** And three more: see makeRecordings. */
const ALL = SMALL + 3
const BIG = 20 * 1024 * 1024
const YEARS_AGO = new Date('2011-05-01T10:00:00Z')

let server: TestServer
let folder: string
let endpoint: string
let key: { accessKeyId: string; secretAccessKey: string }

beforeAll(async () => {
  findStoreTools()
  folder = await mkdtemp(join(tmpdir(), 'vestry-tools-'))
  // The tools sign with the machine's time.
  server = await startTestServer({ clock: createTestClock(systemClock.now()) })
  await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  endpoint = `127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}/s3`
  const made = await server.app.identity.operatorKeys.make('office')
  if (!made) {
    throw new Error('There is no key.')
  }
  key = made
  await makeRecordings(join(folder, 'recordings'))
  await writeFile(
    join(folder, 's3cfg'),
    `[default]
access_key = ${key.accessKeyId}
secret_key = ${key.secretAccessKey}
host_base = ${endpoint}
host_bucket = ${endpoint}
use_https = False
bucket_location = us-east-1
`,
  )
  await writeFile(
    join(folder, 'aws-config'),
    '[default]\ns3 =\n  addressing_style = path\n  signature_version = s3v4\n',
  )
  await writeFile(
    join(folder, 'rclone.conf'),
    `[vestry]
type = s3
provider = Other
access_key_id = ${key.accessKeyId}
secret_access_key = ${key.secretAccessKey}
endpoint = http://${endpoint}
region = us-east-1
force_path_style = true
`,
  )
}, 120_000)
afterAll(async () => {
  await server.destroy()
  await rm(folder, { recursive: true })
})

/** Old recordings, of names as people give them. */
async function makeRecordings(into: string): Promise<void> {
  await mkdir(join(into, 'Años 90'), { recursive: true })
  const write = async (name: string, bytes: Buffer) => {
    await writeFile(join(into, name), bytes)
    await utimes(join(into, name), YEARS_AGO, YEARS_AGO)
  }
  for (let number = 0; number < SMALL; number++) {
    const seed = createHash('sha512').update(String(number)).digest()
    await write(`Años 90/Sermón ${number} + 100% 'gracia' & 🕊.mp3`, Buffer.concat(Array(50).fill(seed)))
  }
  await write(`Mother's Day <"of '90" & more>.mp3`, Buffer.from('sermon'))
  await write('nothing.txt', Buffer.alloc(0))
  await write('long.mp3', Buffer.alloc(BIG, createHash('sha512').update('long').digest()))
}

async function run(program: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      LANG: 'C.UTF-8',
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_CONFIG_FILE: join(folder, 'aws-config'),
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  })
  return stdout + stderr
}

const aws = (...args: string[]) => run('aws', ['--endpoint-url', `http://${endpoint}`, 's3', ...args])
const s3cmd = (...args: string[]) => run('s3cmd', ['-c', 's3cfg', '--no-progress', ...args])
const rclone = (...args: string[]) => run('rclone', ['--config', 'rclone.conf', '-v', ...args])

/** The names and bytes of all files below a folder, and when each was changed. */
async function readFolder(name: string) {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = files.sort().map(async (file) => ({
    name: file.slice(join(folder, name).length + 1),
    digest: createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
    modified: (await stat(file)).mtimeMs,
  }))
  return await Promise.all(read)
}

const withoutTimes = async (name: string) =>
  (await readFolder(name)).map(({ name, digest }) => [name, digest])

test('aws-cli brings old recordings in, copies and removes them, and takes all of them out', async () => {
  expect(await aws('mb', 's3://aws-old')).toContain('make_bucket: aws-old')
  expect((await aws('sync', 'recordings', 's3://aws-old/old')).match(/upload: /g)).toHaveLength(ALL)
  expect(await aws('sync', 'recordings', 's3://aws-old/old')).toBe('')
  expect(
    (await aws('sync', 's3://aws-old/old', 's3://preaching/preaching/aws')).match(/copy: /g),
  ).toHaveLength(ALL)
  await aws('sync', 's3://preaching/preaching/aws', 'aws-out')
  expect(await withoutTimes('aws-out')).toEqual(await withoutTimes('recordings'))
  await expect(aws('rb', 's3://aws-old')).rejects.toThrow('BucketNotEmpty')
  expect(await aws('rb', '--force', 's3://aws-old')).toContain('remove_bucket: aws-old')
  await expect(aws('rb', 's3://preaching')).rejects.toThrow('AccessDenied')
}, 120_000)

test('aws-cli hands out addresses that the store takes, with the setting of the operations page', async () => {
  await aws('cp', 'recordings/long.mp3', 's3://preaching/preaching/handed out.mp3')
  const address = (await aws('presign', 's3://preaching/preaching/handed out.mp3')).trim()
  const answer = await fetch(address, { headers: { range: 'bytes=0-1' } })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes 0-1/${BIG}`])
  const old = `http://${endpoint}/preaching/a?AWSAccessKeyId=a&Signature=b&Expires=1`
  expect(await (await fetch(old)).text()).toContain('Signature V4')
}, 120_000)

test('s3cmd does the same, and keeps the times of the files', async () => {
  expect(await s3cmd('mb', 's3://s3cmd-old')).toContain('created')
  expect((await s3cmd('sync', 'recordings/', 's3://s3cmd-old/old/')).match(/upload: /g)).toHaveLength(ALL)
  expect(await s3cmd('sync', 'recordings/', 's3://s3cmd-old/old/')).not.toContain('upload: ')
  expect(await s3cmd('info', 's3://s3cmd-old')).toContain('ACL:       vestry: FULL_CONTROL')
  expect(
    (await s3cmd('cp', '-r', 's3://s3cmd-old/old/', 's3://preaching/preaching/s3cmd/')).match(
      /remote copy: /g,
    ),
  ).toHaveLength(ALL)
  await mkdir(join(folder, 's3cmd-out'))
  await s3cmd('sync', 's3://preaching/preaching/s3cmd/', 's3cmd-out/')
  expect(await readFolder('s3cmd-out')).toEqual(await readFolder('recordings'))
  await s3cmd('del', '-r', '--force', 's3://s3cmd-old')
  expect(await s3cmd('rb', 's3://s3cmd-old')).toContain('removed')
}, 120_000)

test('rclone sends what is longer than its cutoff in parts, and they become one recording', async () => {
  const inParts = ['--s3-upload-cutoff', '6M', '--s3-chunk-size', '5M']
  await rclone('copy', ...inParts, 'recordings/long.mp3', 'vestry:preaching/preaching/parts')
  await rclone('copy', 'vestry:preaching/preaching/parts', 'parts-out')
  const [long] = (await readFolder('recordings')).filter(({ name }) => name === 'long.mp3')
  expect(await readFolder('parts-out')).toEqual([long])
}, 120_000)

test('rclone does the same, and compares what is here with what is there', async () => {
  expect(await rclone('copy', 'recordings', 'vestry:rclone-old/old')).toContain(`${ALL} / ${ALL}, 100%`)
  expect(await rclone('copy', 'recordings', 'vestry:rclone-old/old')).not.toContain('Copied')
  expect(await rclone('check', 'recordings', 'vestry:rclone-old/old')).toContain('0 differences found')
  expect(
    (await rclone('copy', 'vestry:rclone-old/old', 'vestry:preaching/preaching/rclone')).match(
      /server-side copy/g,
    ),
  ).toHaveLength(ALL)
  await rclone('copy', 'vestry:preaching/preaching/rclone', 'rclone-out')
  expect(await readFolder('rclone-out')).toEqual(await readFolder('recordings'))
  await rclone('purge', 'vestry:rclone-old')
  expect(await rclone('lsd', 'vestry:')).not.toContain('rclone-old')
}, 120_000)
