import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../operations/operation-table.ts'

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
const EXAMPLES = [...README.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
/** Where packages are installed. */
const NODE_MODULES = dirname(dirname(createRequire(import.meta.url).resolve('fastify/package.json')))

let folder: string
let server: ChildProcess
let endpoint: string

/** Runs an example as the only file of a project of its own. */
async function run(name: string, code: string) {
  await writeFile(join(folder, name), code)
  return spawn(process.execPath, [name], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-readme-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(NODE_MODULES, join(folder, 'node_modules'))
  const example = await run('server.ts', EXAMPLES[0]?.replace('port: 9000', 'port: 0') ?? '')
  server = example
  const [line] = await once(example.stdout.setEncoding('utf8'), 'data')
  endpoint = String(line).trim()
})
afterAll(async () => {
  server.kill()
  await once(server, 'exit')
  await rm(folder, { recursive: true })
})

test('the store of the first example is one to the AWS SDK, in an empty Fastify server', async () => {
  const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example-secret' }
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  await client.send(new PutObjectCommand({ Bucket: 'uploads', Key: 'a/b.txt', Body: 'from the SDK' }))
  const got = await client.send(new GetObjectCommand({ Bucket: 'uploads', Key: 'a/b.txt' }))
  expect(await got.Body?.transformToString()).toBe('from the SDK')
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: 'uploads' }))
  expect(Contents?.map(({ Key }) => Key)).toEqual(['a/b.txt'])
})

test('the second example stores and lists objects in the first one', async () => {
  const example = await run('remote.ts', EXAMPLES[1]?.replace('http://127.0.0.1:9000/s3', endpoint) ?? '')
  expect(await text(example.stdout)).toBe('images/hello.txt 5\n')
})

test('the table of operations names each that the store has, and no other', () => {
  const section = /\n## What it does of S3\n(.*?)\n## /s.exec(README)?.[1] ?? ''
  const table = section.split('\n').filter((line) => line.startsWith('|'))
  const named = table.join(' ').match(/\b[A-Z][A-Za-z0-9]+/g)
  expect(named?.toSorted()).toEqual([...new Set(OPERATIONS.map(({ name }) => name))].toSorted())
})
