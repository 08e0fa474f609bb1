import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer as createHttp, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run-step.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const CONTAINER = read('deploy/Containerfile')
const COMPOSE = read('deploy/compose.yml')
const UNIT = read('deploy/vestry.service')
const CADDYFILE = read('deploy/Caddyfile')
const SETTINGS = ['server/src/config.ts', ...globSync('server/src/settings/*.ts', { cwd: ROOT })]
  .map(read)
  .join('')

const isSetting = (name: string) => SETTINGS.includes(`'${name.replace(/(?<!KEY)_FILE$/, '')}'`)

test('every setting that the files for running it name is one that the program reads', () => {
  const named = [
    ...read('deploy/vestry.env').matchAll(/^#?([A-Z_]+)=/gm),
    ...UNIT.matchAll(/^Environment=([A-Z_]+)=/gm),
    ...(COMPOSE.split('\n  postgres:')[0] ?? '').matchAll(/^ {6}([A-Z_]+):/gm),
    ...(CONTAINER.split('ENV ')[1]?.split('COPY')[0] ?? '').matchAll(/([A-Z_]+)=/g),
  ]
    .map(([, name = '']) => name)
    .filter((name) => !/^(NODE|MALLOC)_/.test(name))
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !isSetting(name))).toEqual([])
  const documented = read('docs/operations.md')
  expect(named.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
})

test('the container and the service run the program as its launcher does, from files that there are', () => {
  const launched = /const SERVER = \['([^']+)', '([^']+)'\]/.exec(read('tools/run.mjs'))?.slice(1) ?? []
  expect(launched).toHaveLength(2)
  expect(CONTAINER).toContain(`CMD ["node", "${launched.join('", "')}"]`)
  expect(UNIT).toContain(`ExecStart=/usr/bin/node ${launched.join(' ')}`)
  const copied = [...CONTAINER.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  )
  expect(copied).toContain('server')
  expect(copied.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  const workspaces = globSync('*/package.json', { cwd: ROOT, exclude: ['node_modules'] })
  expect(workspaces.filter((manifest) => !copied.includes(manifest))).toEqual([])
  for (const path of ['server', 'cognito', 's3', 'contract', 'console', 'package-lock.json']) {
    expect(read('.containerignore')).toContain(`\n!${path}\n`)
  }
})

test('the container runs as nobody in particular, and on a Node that the program wants', () => {
  const wanted = /const NODE_WANTED = '(\d+)/.exec(read('tools/run.mjs'))?.[1]
  const bases = [...CONTAINER.matchAll(/^FROM docker\.io\/library\/(node\S+)/gm)].map(([, base]) => base)
  expect(bases).toEqual([`node:${wanted}-slim`, `node:${wanted}-slim`])
  expect(CONTAINER).toMatch(/\nUSER node\nVOLUME \/var\/lib\/vestry /)
  expect(CONTAINER.match(/npm install .*/g)?.every((line) => line.includes('--omit=dev'))).toBe(true)
})

test('container and service keep what was compiled for the next start, as the launcher does, where they may write', () => {
  expect(read('tools/run.mjs')).toContain('NODE_COMPILE_CACHE:')
  for (const line of ['Environment=NODE_COMPILE_CACHE=/var/cache/vestry', 'CacheDirectory=vestry']) {
    expect(UNIT).toContain(`\n${line}\n`)
  }
  const folders = '/var/lib/vestry /var/cache/vestry'
  expect(CONTAINER).toMatch(/^ENV [^#]*\bNODE_COMPILE_CACHE=\/var\/cache\/vestry$/m)
  expect(CONTAINER).toContain(`\nRUN mkdir -p ${folders} && chown node:node ${folders}\n`)
  expect(CONTAINER).toContain(`\nVOLUME ${folders}\n`)
  // Everything but the volumes is read-only there.
  expect(COMPOSE).toContain('\n    read_only: true\n')
  expect(COMPOSE).toContain('\n      - cache:/var/cache/vestry\n')
  expect(COMPOSE).toMatch(/^volumes:\n[^#]*^ {2}cache:$/m)
})

test('container and service give memory back as the launcher has it', () => {
  const threshold = /MALLOC_MMAP_THRESHOLD_: '(\d+)'/.exec(read('tools/run.mjs'))?.[1]
  expect(Number(threshold)).toBeGreaterThan(0)
  expect(UNIT).toContain(`\nEnvironment=MALLOC_MMAP_THRESHOLD_=${threshold}\n`)
  expect(CONTAINER).toMatch(new RegExp(`^ENV [^#]*\\bMALLOC_MMAP_THRESHOLD_=${threshold}\\b`, 'm'))
})

/** A key and certificate for church.example, by no authority; they open nothing but this test. */
const CERTIFICATE = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdOiYhY7/VKJ4/CfN
efn5xBKXs77sAXFh65/tEEo8vmmhRANCAAQEyaxsYrHps9twAIifkqJE/Ysr1P1S
5rzblfrZKNhmj4sYAk255504ucOhbWFMwOBMEKa+MJrviftEGfKpBvFu
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBiTCCAS+gAwIBAgIULxIvin6K1APZROtbNXG0b1veg2EwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOY2h1cmNoLmV4YW1wbGUwIBcNMjYxMTI3MDgwMDU4WhgPMjEy
NjExMDMwODAwNThaMBkxFzAVBgNVBAMMDmNodXJjaC5leGFtcGxlMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEBMmsbGKx6bPbcACIn5KiRP2LK9T9Uua825X62SjY
Zo+LGAJNueedOLnDoW1hTMDgTBCmvjCa74n7RBnyqQbxbqNTMFEwHQYDVR0OBBYE
FM1GpKX46draxmHMdehhssn7LGARMB8GA1UdIwQYMBaAFM1GpKX46draxmHMdehh
ssn7LGARMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAJ2OyjzJ
1aSkD8wDHgUyn3m/4i/2SpyJP6njS9EvGsj6AiBuqO0rfTfC/F7nLlkzncF9aotn
thHOBdL4w3tszOXS/w==
-----END CERTIFICATE-----`

const HEALTH = /^HEALTHCHECK .*\n +CMD (.*)$/m.exec(CONTAINER)?.[1]
const COMPOSE_HEALTH = `["node", "-e", ${/- CMD\n +- node\n +- -e\n +- (".*")$/m.exec(COMPOSE)?.[1]}]`

test.each([
  ['container', 'http', HEALTH, {}],
  ['container', 'https', HEALTH, { VESTRY_TLS_CERT: '/cert.pem', VESTRY_TLS_KEY: '/key.pem' }],
  ['compose file', 'http', COMPOSE_HEALTH, {}],
] as const)('the health of the %s is asked over %s', async (_file, protocol, asked = '', settings) => {
  const command = JSON.parse(asked) as string[]
  let status = 200
  const answer = (_request: unknown, response: ServerResponse) => response.writeHead(status).end()
  const server =
    protocol === 'http' ? createHttp(answer) : createHttps({ key: CERTIFICATE, cert: CERTIFICATE }, answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const env = { PORT: String((server.address() as AddressInfo).port), ...settings }
  const ask = async () => {
    const [code] = await once(execFile(process.execPath, command.slice(1), { env }), 'exit')
    return code
  }
  expect(await ask()).toBe(0)
  status = 503
  expect(await ask()).toBe(1)
  server.close()
})

test('the service allows what a scheduled copy asks of the system', () => {
  expect(read('server/src/backup/copy-process.ts')).toContain('setPriority(')
  const denied = UNIT.match(/^SystemCallFilter=~.*$/gm)?.join(' ')
  expect(denied).toContain('@privileged')
  // `setpriority` is one of these.
  expect(denied).not.toContain('@resources')
  expect(UNIT).toContain('\nSystemCallErrorNumber=EPERM\n')
})

test('whatever stops the program leaves it the time that it may take', () => {
  const latest = Number(/LATEST_END = (\d+)_000/.exec(read('server/src/main.ts'))?.[1])
  const given = [
    /stop_grace_period: (\d+)s/.exec(COMPOSE),
    /TimeoutStopSec=(\d+)/.exec(UNIT),
    /podman run .*--stop-timeout (\d+)/.exec(read('docs/operations.md')),
  ].map((found) => Number(found?.[1]))
  expect(given.filter((seconds) => seconds > latest)).toHaveLength(3)
})

test('an upgrade renews dependencies and console where the launcher does not start the server', () => {
  const upgrades = read('docs/operations.md').split('\n## Upgrades')[1]?.split('\n## ')[0]
  expect(upgrades).toContain('`npm run prestart`')
  expect(upgrades).toContain('`docker compose up -d --build`')
  expect(JSON.parse(read('package.json')).scripts).toHaveProperty('prestart')
})

test('a trial of a backup has no settings of the server: no mail server, no bucket and no folder of copies', () => {
  const trial = read('docs/operations.md').match(/^.*VESTRY_DATA=\/tmp\/try .*$/gm)
  expect(trial).toHaveLength(2)
  expect(trial?.filter((line) => !line.startsWith('env -i HOME="$HOME" PATH="$PATH" '))).toEqual([])
})

test('ports, addresses and folders of the files fit each other', () => {
  expect(COMPOSE).toContain('VESTRY_UPSTREAM: vestry:8080')
  expect(CONTAINER).toContain('PORT=8080')
  expect(CADDYFILE).toContain('{$VESTRY_UPSTREAM:127.0.0.1:8080}')
  const caddy = /\n {2}caddy:[\s\S]*ipv4_address: (\S+)/.exec(COMPOSE)?.[1]
  expect(COMPOSE).toContain(`VESTRY_TRUST_PROXY: ${caddy}\n`)
  // A service that has none takes the first free one, even Caddy's.
  const joined = COMPOSE.match(/^ {4}networks:\n.*\n.*/gm) ?? []
  const addresses = joined.map((lines) => /ipv4_address: (\S+)/.exec(lines)?.[1])
  expect(addresses).toHaveLength(3)
  expect(new Set(addresses.filter(Boolean)).size).toBe(3)
  expect(COMPOSE).toContain('data:/var/lib/vestry')
  expect(UNIT).toContain('VESTRY_DATA=/var/lib/vestry')
  expect(UNIT).toContain('StateDirectory=vestry\n')
})

test('every alert watches a number that the program tells', () => {
  const told = new Set(read('server/src/metrics/server-metrics.ts').match(/vestry_[a-z_]+/g))
  const watched = read('deploy/alerts.yml').match(/vestry_[a-z_]+/g) ?? []
  expect(watched.length).toBeGreaterThan(6)
  expect(watched.filter((name) => !told.has(name.replace(/_bucket$/, '')))).toEqual([])
})

test('a backup is old by how often the server makes one', () => {
  expect(read('deploy/alerts.yml')).toContain(
    'time() - vestry_backup_last_success_timestamp_seconds > 2 * vestry_backup_interval_seconds\n',
  )
})
