import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run-step.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const CONTAINER = read('deploy/Containerfile')
const COMPOSE = read('deploy/compose.yml')
const UNIT = read('deploy/vestry.service')
const CADDYFILE = read('deploy/Caddyfile')
const SETTINGS = [
  read('server/src/config.ts'),
  read('server/src/settings/cloud-settings.ts'),
  read('server/src/settings/read-setting.ts'),
].join('')

const isSetting = (name: string) => SETTINGS.includes(`'${name.replace(/(?<!KEY)_FILE$/, '')}'`)

test('every setting that the files for running it name is one that the program reads', () => {
  const named = [
    ...read('deploy/vestry.env').matchAll(/^#?([A-Z_]+)=/gm),
    ...UNIT.matchAll(/^Environment=([A-Z_]+)=/gm),
    ...(COMPOSE.split('\n  postgres:')[0] ?? '').matchAll(/^ {6}([A-Z_]+):/gm),
    ...(CONTAINER.split('ENV ')[1]?.split('COPY')[0] ?? '').matchAll(/([A-Z_]+)=/g),
  ].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => name !== 'NODE_ENV' && !isSetting(name))).toEqual([])
  const documented = read('docs/operations.md')
  expect(named.filter((name) => name !== 'NODE_ENV' && !documented.includes(`\`${name}\``))).toEqual([])
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
  const bases = [...CONTAINER.matchAll(/^FROM (node\S+)/gm)].map(([, base]) => base)
  expect(bases).toEqual([`node:${wanted}-slim`, `node:${wanted}-slim`])
  expect(CONTAINER).toMatch(/\nUSER node\nVOLUME \/var\/lib\/vestry\n/)
  expect(CONTAINER.match(/npm install .*/g)?.every((line) => line.includes('--omit=dev'))).toBe(true)
})

test('ports, addresses and folders of the files fit each other', () => {
  expect(COMPOSE).toContain('VESTRY_UPSTREAM: vestry:8080')
  expect(CONTAINER).toContain('PORT=8080')
  expect(CADDYFILE).toContain('{$VESTRY_UPSTREAM:127.0.0.1:8080}')
  const caddy = /\n {2}caddy:[\s\S]*ipv4_address: (\S+)/.exec(COMPOSE)?.[1]
  expect(COMPOSE).toContain(`VESTRY_TRUST_PROXY: ${caddy}\n`)
  // Whoever has none takes the first that is free, be it Caddy's.
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
