// The launcher behind every npm script. It needs nothing but Node 20 and npm: it brings what is missing
// (Node 24, the dependencies, the built console) and hands over to the program itself.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
// The oldest that will do, and the one that is brought. SQLite before 3.51.3, which older ones have, can damage a
// database that several have open.
const NODE_WANTED = '24.21.0'

// A small nursery: uploads make much short-lived garbage, which would hold 70 MB more at the same speed.
const SERVER = ['--max-semi-space-size=4', 'server/src/main.ts']

/**
 * Every command: whether it needs the tools of development, whether it needs the built console, what it runs. npm runs
 * `prepare` before `start`, which then begins with the Node that was brought, and becomes the server.
 */
const COMMANDS = {
  prepare: { tools: false, console: true },
  start: { tools: false, console: true, run: SERVER },
  vestry: { tools: false, console: false, run: ['server/src/cli/command-line.ts'] },
  dev: { tools: true, console: false, run: ['tools/run-dev.ts'] },
  check: { tools: true, console: false, run: ['tools/run-checks.ts'] },
  e2e: { tools: true, console: true, run: ['tools/run-e2e.ts'] },
  openapi: { tools: true, console: false, run: ['tools/write-openapi.ts'] },
  faults: { tools: true, console: true, run: ['tools/find-unseen-faults.ts'] },
  bench: { tools: true, console: true, run: ['bench/run-bench.ts'] },
  crash: { tools: true, console: true, run: ['crash/run-crash.ts'] },
  test: { tools: true, console: true, run: ['tools/run-tests.ts'] },
}

/** Each also has an `esm`, which is the one that is imported. */
const UNREAD_FOLDERS = ['cjs', 'js'].map((form) => `bible-passage-reference-parser/${form}`)

const STOP_WITH_NPM = new URL('stop-with-npm.mjs', import.meta.url).href

class LaunchError extends Error {}

/** The path of a Node that is new enough: this one, or one brought from the npm registry into `.runtime`. */
async function findNode() {
  if (process.versions.node.localeCompare(NODE_WANTED, 'en', { numeric: true }) >= 0) {
    return process.execPath
  }
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(ROOT, '.runtime')
  const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const stamp = join(folder, 'version')
  if (!existsSync(node) || read(stamp) !== NODE_WANTED) {
    say(`Bringing Node ${NODE_WANTED} from the npm registry (this machine has ${process.versions.node}) …`)
    mkdirSync(folder, { recursive: true })
    await npm(['install', '--no-save', '--no-package-lock', '--prefix', folder, `${name}@${NODE_WANTED}`])
    // Headers for compilers, 67 MB: nothing here is compiled.
    rmSync(join(folder, 'node_modules', name, 'include'), { recursive: true, force: true })
    writeFileSync(stamp, NODE_WANTED)
  }
  return node
}

/** Installs the dependencies that the lockfile names, unless they are there already. Tools that are there stay. */
async function install(toolsNeeded) {
  const withTools = toolsNeeded || existsSync(join(ROOT, 'node_modules', 'vitest'))
  const stamp = join(ROOT, 'node_modules', '.vestry')
  const wanted = digest([join(ROOT, 'package-lock.json')], [process.platform, process.arch])
  const [installed, extent] = (read(stamp) ?? '').split(' ')
  if (installed === wanted && (extent === 'tools' || !withTools)) {
    return
  }
  say('Installing dependencies …')
  rmSync(stamp, { force: true })
  // Not `npm ci`: it refuses a lockfile from a registry that lacks other platforms' optional binaries.
  // The lockfile says what is wanted to the byte: to ask whether npm's cache is still new takes a quarter of the time.
  await npm(['install', '--no-save', '--prefer-offline', ...(withTools ? [] : ['--omit=dev'])])
  removeUnread()
  refuseIncomplete(withTools)
  writeFileSync(stamp, `${wanted} ${withTools ? 'tools' : 'server'}`)
}

/** npm may leave packages out and still say that all went well. What it noted goes too, so that it looks again. */
function refuseIncomplete(withTools) {
  const noted = join(ROOT, 'node_modules', '.package-lock.json')
  const [wanted, installed] = [join(ROOT, 'package-lock.json'), noted].map(
    (file) => JSON.parse(read(file) ?? '{}').packages ?? {},
  )
  const needed = Object.entries(wanted).filter(
    ([path, { optional, devOptional, dev }]) =>
      path !== '' && !optional && !devOptional && (withTools || !dev),
  )
  const missing = [...needed, ...Object.entries(installed)]
    .filter(([path, { link, version }]) => {
      const manifest = read(join(ROOT, path, 'package.json'))
      return manifest === undefined || !(link || JSON.parse(manifest).version === version)
    })
    .map(([path]) => path)
  if (missing.length > 0) {
    rmSync(noted, { force: true })
    const names = [...new Set(missing)].sort().slice(0, 5).join(', ')
    throw new LaunchError(`npm left the installation incomplete (${names}). Start again to complete it.`)
  }
}

/** Where npm's scripts look for programs first: from now on they begin with the Node that was brought. */
function linkNode(node) {
  const link = join(ROOT, 'node_modules', '.bin', 'node')
  if (node !== process.execPath && process.platform !== 'win32' && !existsSync(link)) {
    rmSync(link, { force: true })
    symlinkSync(node, link)
  }
}

/**
 * What nobody reads here, a fifth of what is installed: maps from what packages hold to what it was compiled from, for
 * debuggers, and forms of a package that nothing imports.
 */
function removeUnread() {
  for (const folder of UNREAD_FOLDERS) {
    rmSync(join(ROOT, 'node_modules', folder), { recursive: true, force: true })
  }
  for (const file of filesBelow(join(ROOT, 'node_modules'))) {
    if (file.endsWith('.map')) {
      rmSync(file)
    }
  }
}

/** Builds the console, unless it was built from these very sources. */
function buildConsole(node) {
  const stamp = join(ROOT, 'console', 'dist', '.stamp')
  const sources = ['console/src', 'console/build', 'console/public', 'contract/src'].flatMap((folder) =>
    filesBelow(join(ROOT, folder)),
  )
  const loose = ['console/vite.config.ts', 'console/index.html', 'package-lock.json']
  const wanted = digest([...sources, ...loose.map((file) => join(ROOT, file))])
  if (read(stamp) === wanted) {
    return
  }
  say('Building the console …')
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const built = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'console'),
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
    env: withNodeFirst(node),
  })
  // The bundler colours its warnings also where no terminal reads them, whatever NO_COLOR says.
  process.stderr.write(stripVTControlCharacters(`${built.stdout}${built.stderr}`))
  mustSucceed(built, 'The console could not be built; the lines above say why.')
  writeFileSync(stamp, wanted)
}

async function npm(args) {
  const cli = process.env.npm_execpath
  const [program, ...first] = cli ? [process.execPath, cli] : ['npm']
  const child = spawn(program, [...first, ...args, '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: withNodeFirst(process.execPath),
  })
  const [status] = await once(child, 'exit').catch(() => [undefined])
  mustSucceed({ status }, 'npm could not install what Vestry needs; is the npm registry within reach?')
}

function withNodeFirst(node) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
}

function mustSucceed(result, sentence) {
  if (result.status !== 0) {
    throw new LaunchError(sentence)
  }
}

function filesBelow(folder) {
  if (!existsSync(folder)) {
    return []
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function digest(files, words = []) {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(file.slice(ROOT.length)).update(readFileSync(file))
  }
  return hash.update(words.join(' ')).digest('hex')
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}

/**
 * Becomes the program. Before Node 22.15, and on Windows, no program can become another: there it runs the program in
 * the foreground, hands signals on to it, and ends as it ends.
 */
async function handOver(node, args) {
  // What Node compiled once it finds again, which halves the time a start takes.
  const env = {
    NODE_COMPILE_CACHE: join(ROOT, '.runtime', 'compile-cache'),
    // For glibc: the blocks of uploads go back to the system when they are done with, and not into a heap that stays.
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...withNodeFirst(node),
  }
  if (process.execve && process.platform !== 'win32') {
    process.chdir(ROOT)
    process.execve(node, [node, '--import', STOP_WITH_NPM, ...args], env)
  }
  const child = spawn(node, args, { cwd: ROOT, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
  await import(STOP_WITH_NPM)
}

const [name = '', ...rest] = process.argv.slice(2)
const command = COMMANDS[name]
try {
  if (!command) {
    throw new LaunchError(`Commands: ${Object.keys(COMMANDS).join(', ')}.`)
  }
  const [node] = await Promise.all([findNode(), install(command.tools)])
  linkNode(node)
  if (command.console) {
    buildConsole(node)
  }
  if (command.run) {
    await handOver(node, [...command.run, ...rest])
  }
} catch (error) {
  if (!(error instanceof LaunchError)) {
    throw error
  }
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
