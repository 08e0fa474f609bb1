import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COMPILE_CACHE, freePort } from './testing/run-program.ts'

let folder: string
let child: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-main-'))
})

afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function run(environment: Record<string, string>, args: string[] = [], cwd?: string) {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { PATH: process.env.PATH ?? '', VESTRY_DATA: folder, PORT: '0', ...COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  })
  child = started
  let output = ''
  let complaints = ''
  started.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  started.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  return {
    ended: once(started, 'exit').then(([code]) => ({ code: code as number | null, output, complaints })),
    signal: (name: NodeJS.Signals) => started.kill(name),
    async saying(words: RegExp) {
      while (!words.test(output)) {
        await Promise.race([once(started.stdout, 'data'), once(started, 'exit')])
        if (started.exitCode !== null) {
          throw new Error(complaints)
        }
      }
      return output
    },
  }
}

test('the first start prints the address, the first user with a temporary password, and where the data lie', async () => {
  const first = run({})
  const output = await first.saying(/data lie in/)
  expect(output).toContain('http://localhost:')
  expect(output).toMatch(/Sign in as +admin@vestry\.local/)
  expect(output).toMatch(/temporary password +\S{12,}/)
  expect(output).toContain(folder)
  first.signal('SIGTERM')
  expect((await first.ended).code).toBe(0)

  const second = run({})
  expect(await second.saying(/data lie in/)).not.toMatch(/password/)
  second.signal('SIGINT')
  expect((await second.ended).code).toBe(0)
})

test('a server that is killed has kept what was compiled for the next start', async () => {
  const cache = join(folder, 'compile-cache')
  const server = run({ NODE_COMPILE_CACHE: cache })
  await server.saying(/data lie in/)
  await vi.waitUntil(() => existsSync(cache) && readdirSync(cache, { recursive: true }).length > 100, 10_000)
  server.signal('SIGKILL')
  await server.ended
})

test('the keys are readable by their owner alone', async () => {
  const server = run({})
  await server.saying(/data lie in/)
  server.signal('SIGTERM')
  await server.ended
  expect(statSync(join(folder, 'keys')).mode & 0o077).toBe(0)
})

test('a port in use ends the start with one clear sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { code, output, complaints } = await run({ PORT: String(port) }).ended
  other.close()
  expect(code).toBe(1)
  // The first user has been made by now, and no later start prints the password.
  expect(output).toMatch(/^\n {2}Sign in as +admin@vestry\.local\n {2}temporary password +\S{12,}\n\n$/)
  expect(complaints).toBe(
    `Port ${port} is in use by another program; stop that one, or choose another with PORT.\n`,
  )
})

test('in the church’s network the start prints what phones open, as a code too, and the fingerprint', async () => {
  const settings = {
    PORT: String(await freePort()),
    VESTRY_HTTPS_PORT: String(await freePort()),
    HOST: '127.0.0.1',
  }
  const first = run({ VESTRY_LAN: 'on', ...settings })
  const output = await first.saying(/SHA-256 fingerprint/)
  expect(output).toMatch(
    new RegExp(`Vestry is open at +https://[a-z\\d-]+\\.local:${settings.VESTRY_HTTPS_PORT}\n`),
  )
  expect(output).toMatch(new RegExp(`Phones open +http://\\S+:${settings.PORT}\n`))
  expect(output).toMatch(/SHA-256 fingerprint (?:[\dA-F]{2}:){31}[\dA-F]{2}\n/)
  expect(output).toMatch(/█[▀▄█ ]+█\s*\n/)
  first.signal('SIGTERM')
  expect((await first.ended).code).toBe(0)
})

test('a port of https in use ends the start with one clear sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, complaints } = await run({
    VESTRY_LAN: 'on',
    PORT: String(await freePort()),
    VESTRY_HTTPS_PORT: String(port),
    HOST: '127.0.0.1',
  }).ended
  other.close()
  expect(code).toBe(1)
  expect(complaints).toContain(
    `Port ${port} is in use by another program; stop that one, or choose another with VESTRY_HTTPS_PORT.\n`,
  )
})

test.each([{ VESTRY_LAN: 'on' }, { VESTRY_DOMAIN: 'vestry.example.org' }])(
  'the demonstration is not opened to others with the password that everybody knows: %j',
  async (settings) => {
    const { code, complaints } = await run(settings, ['--demo']).ended
    expect(code).toBe(1)
    expect(complaints).toBe(
      'Everybody knows the password of the demonstration: give it another with VESTRY_ADMIN_PASSWORD before others can reach it.\n',
    )
  },
)

test('a folder that cannot be written ends the start with one clear sentence', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const { code, complaints } = await run({ VESTRY_DATA: join(file, 'below') }).ended
  expect(code).toBe(1)
  expect(complaints).toBe(`VESTRY_DATA names a folder that can't be written: ${join(file, 'below')}.\n`)
})

test('a bad setting ends the start with one clear sentence that names the variable', async () => {
  const { code, complaints } = await run({ PORT: 'eighty' }).ended
  expect(code).toBe(1)
  expect(complaints).toBe('PORT must be a whole number from 0 to 65535; it is "eighty".\n')
})

test.each([
  [{ VESTRY_ADMIN_PASSWORD: 'short' }, "VESTRY_ADMIN_PASSWORD can't be taken: Password not long enough.\n"],
  [
    { VESTRY_TLS_CERT: import.meta.filename, VESTRY_TLS_KEY: import.meta.filename },
    'VESTRY_TLS_CERT and VESTRY_TLS_KEY must name a certificate and the key that belongs to it, in PEM form.\n',
  ],
])(
  '%j, which only the start itself can judge, ends it with one clear sentence',
  async (settings, sentence) => {
    const { code, complaints } = await run(settings).ended
    expect(code).toBe(1)
    expect(complaints).toBe(sentence)
  },
)

test('an argument that is misspelt starts nothing', async () => {
  const { code, complaints } = await run({}, ['--dmeo']).ended
  expect({ code, complaints }).toEqual({
    code: 1,
    complaints: 'A start takes --demo, and nothing like "--dmeo".\n',
  })
})

test('a damaged database ends the start with one clear sentence', async () => {
  writeFileSync(join(folder, 'vestry.db'), 'This is no database, but it was one once.')
  const { code, complaints } = await run({}).ended
  expect(code).toBe(1)
  expect(complaints).toBe('A database file in VESTRY_DATA is damaged; restore it from the backup.\n')
})

test('a folder whose database is gone, while the key of a church is there, does not begin a new church', async () => {
  const first = run({})
  await first.saying(/data lie in/)
  first.signal('SIGTERM')
  await first.ended
  const sentence = `The database is gone from VESTRY_DATA, though the key or the recordings of a church are there: put vestry.db back, set DATABASE_URL if it is in PostgreSQL, or restore the backup into an empty folder. (${join(folder, 'vestry.db')} is missing.)\n`
  for (const emptied of [false, true]) {
    for (const file of ['vestry.db', 'vestry.db-wal', 'vestry.db-shm']) {
      rmSync(join(folder, file), { force: true })
    }
    if (emptied) {
      writeFileSync(join(folder, 'vestry.db'), '')
    }
    const { code, complaints } = await run({}).ended
    expect({ code, complaints }).toEqual({ code: 1, complaints: sentence })
  }
  rmSync(join(folder, 'keys'), { recursive: true })
  expect((await run({}).ended).complaints).toBe(sentence)
})

test('the demonstration church has its own users and 65 sermons whose files really are in the store', async () => {
  // An empty setting counts as none; otherwise the church's own folder ./data would be used.
  const server = run({ VESTRY_DATA: '' }, ['--demo'], folder)
  const output = await server.saying(/data lie in/)
  expect(output).toContain('demo@vestry.local')
  expect(output).toContain('grace@vestry.local or daniel@vestry.local')
  server.signal('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(existsSync(join(folder, 'data'))).toBe(false)
  expect(readFileSync(join(folder, 'data-demo', 'vestry.db')).includes('Lamps That Keep Burning')).toBe(true)
})
