import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vestry-run-'))
  for (const file of ['run.mjs', 'stop-with-npm.mjs']) {
    cpSync(join(import.meta.dirname, file), join(root, 'tools', file))
  }
  put('package.json', '{ "type": "module" }')
  put('server/src/cli/command-line.ts', "console.log('The command ran.')")
  const packages = {
    '': {},
    server: {},
    'node_modules/kysely': { version: '1.2.3' },
    'node_modules/vitest': { version: '5.0.0', dev: true },
    'node_modules/fast-on-macs': { version: '1.0.0', optional: true },
  }
  put('package-lock.json', JSON.stringify({ packages }))
  put('server/package.json', '{}')
})

afterEach(() => rmSync(root, { recursive: true }))

function put(file: string, content: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}

/** Runs a command with an npm that puts these packages into node_modules, and notes further ones. */
function launch(command: string, packages: Record<string, string>, noted: string[] = []) {
  const npm = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    const packages = ${JSON.stringify(packages)}
    for (const [path, version] of Object.entries(packages)) {
      mkdirSync(path, { recursive: true })
      writeFileSync(path + '/package.json', JSON.stringify({ version }))
    }
    const noted = Object.fromEntries([...Object.keys(packages), ...${JSON.stringify(noted)}].map(
      (path) => [path, { version: packages[path] }]))
    writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: noted }))`
  put('npm.mjs', npm)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/run.mjs', command], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(root, 'npm.mjs'), npm_lifecycle_event: '' },
  })
  return { status, stdout, stderr }
}

test('an installation is done once, without tools and without what is for other systems', () => {
  const packages = { 'node_modules/kysely': '1.2.3' }
  expect(launch('vestry', packages)).toEqual({
    status: 0,
    stdout: 'Installing dependencies …\nThe command ran.\n',
    stderr: '',
  })
  expect(launch('vestry', {})).toEqual({ status: 0, stdout: 'The command ran.\n', stderr: '' })
})

test.each([
  ['lacks a package of the lockfile', {}, [], 'node_modules/kysely'],
  ['holds another version of a package', { 'node_modules/kysely': '1.2.2' }, [], 'node_modules/kysely'],
  [
    'lacks a package that npm noted as there',
    { 'node_modules/kysely': '1.2.3' },
    ['node_modules/fast-on-macs'],
    'node_modules/fast-on-macs',
  ],
])('an installation that %s is said and done again', (_title, packages, noted, missing) => {
  mkdirSync(join(root, 'node_modules'))
  expect(launch('vestry', packages, noted)).toEqual({
    status: 1,
    stdout: 'Installing dependencies …\n',
    stderr: `npm left the installation incomplete (${missing}). Start again to complete it.\n`,
  })
  expect(existsSync(join(root, 'node_modules', '.package-lock.json'))).toBe(false)
  expect(launch('vestry', { 'node_modules/kysely': '1.2.3' }).stdout).toBe(
    'Installing dependencies …\nThe command ran.\n',
  )
})

test('what the bundler says is printed without its colours', () => {
  put('node_modules/vite/bin/vite.js', "console.warn('\\u001B[33m[A_WARNING]\\u001B[0m about a module')")
  put('console/vite.config.ts', '')
  put('console/index.html', '')
  mkdirSync(join(root, 'console', 'dist'))
  expect(launch('prepare', { 'node_modules/kysely': '1.2.3' })).toEqual({
    status: 0,
    stdout: 'Installing dependencies …\nBuilding the console …\n',
    stderr: '[A_WARNING] about a module\n',
  })
})
