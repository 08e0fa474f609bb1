import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../cognito/src/testing/test-ports.ts'
import { installed, ROOT } from './run-step.ts'

const run = promisify(execFile)

const PACKAGES = ['cognito', 's3']
/** The first of Node's lines that has SQLite without a flag, as npm brings it. */
const OLDEST_NODE = `node-${process.platform}-${process.arch}@22`
/** This one's, without what npm hands to the programs that it runs. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
)

let folder: string
let oldestNode: string

/** Both packages, packed from a copy of the sources and installed in an empty folder beside it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestry-pack-'))
  const sources = join(folder, 'sources')
  for (const part of [...PACKAGES, 'tools', 'tsconfig.json', 'tsconfig.package.json']) {
    await cp(join(ROOT, part), join(sources, part), {
      recursive: true,
      filter: (file) => basename(file) !== 'dist',
    })
  }
  await symlink(join(ROOT, 'node_modules'), join(sources, 'node_modules'))
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  for (const part of PACKAGES) {
    await run('npm', ['pack', '--pack-destination', folder], { cwd: join(sources, part), env: environment })
  }
  const tarballs = PACKAGES.map((part) => join(folder, `vestry-${part}-0.1.0.tgz`))
  const types = `@types/node@${JSON.parse(await readFile(join(ROOT, 'node_modules/@types/node/package.json'), 'utf8')).version}`
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs, types, OLDEST_NODE]
  await run('npm', install, { cwd: project, env: environment })
  oldestNode = join(project, 'node_modules', OLDEST_NODE.replace(/@.*/, ''), 'bin', 'node')
  for (const part of PACKAGES) {
    const readme = await readFile(join(project, 'node_modules/@vestry', part, 'README.md'), 'utf8')
    const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
    await writeFile(join(project, `${part}.ts`), example.replace('port: 9000', 'port: 0'))
  }
  // It waits for the registry.
}, 600_000)
afterAll(() => rm(folder, { recursive: true }))

test('the compiler of somebody else understands the declarations of both packages', async () => {
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--types', 'node']
  const compiler = [...installed('typescript', 'bin', 'tsc'), ...options, 'cognito.ts', 's3.ts']
  await run(process.execPath, compiler, { cwd: join(folder, 'project'), env: environment })
})

test('the manifest that one works with is there again after packing', async () => {
  for (const part of PACKAGES) {
    const packed = await readFile(join(folder, 'sources', part, 'package.json'), 'utf8')
    expect(packed).toBe(await readFile(join(ROOT, part, 'package.json'), 'utf8'))
  }
})

describe.each([
  ['Node 22', () => oldestNode],
  ['the Node of this project', () => process.execPath],
])('on %s', (_name, node) => {
  test('the identity service of the README shows the keys that it signs with', async () => {
    const port = String(await freePort())
    await using program = await start(node(), 'cognito.ts', { PORT: port })
    const { userPoolId } = JSON.parse(program.firstLine) as { userPoolId: string }
    const answer = await fetch(`http://localhost:${port}/${userPoolId}/.well-known/jwks.json`)
    expect(await answer.json()).toEqual({
      keys: expect.arrayContaining([expect.objectContaining({ kty: 'RSA', alg: 'RS256' })]),
    })
  })

  test('the store of the README asks an unsigned request for a key', async () => {
    await using program = await start(node(), 's3.ts', {})
    const answer = await fetch(`${program.firstLine}/uploads/a.txt`)
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('<Code>AccessDenied</Code>'),
    ])
  })
})

/** Runs a file of the project, and waits for the first line that it prints. */
async function start(node: string, file: string, settings: Record<string, string>) {
  const program = spawn(node, [file], {
    cwd: join(folder, 'project'),
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: program.stdout }), 'line')
  return {
    firstLine: String(line),
    async [Symbol.asyncDispose]() {
      const isOver = once(program, 'exit')
      program.kill()
      await isOver
    },
  }
}
