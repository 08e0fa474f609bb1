import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PROJECT = join(import.meta.dirname, '..', '..', '..')
/** With this setting of the launcher, a start takes three quarters of the processor time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(PROJECT, '.runtime', 'compile-cache') }
/** How many milliseconds a start may take before it counts as failed. */
const PATIENCE = 120_000
const LOOK_EVERY = 20
/** What a server prints once it is listening. */
const OPEN = 'Vestry is open at'

/** The real program in a process of its own, on a port of its own, which it keeps when it is started again. */
export type RunningProgram = {
  origin: string
  dataFolder: string
  /** What the program has printed so far. */
  printed(): string
  /** The process id of the running server. */
  pid(): number
  /** Starts it on the same port and data, without waiting for anything. */
  launch(): void
  /** Waits until it is ready. */
  ready(): Promise<void>
  /** Starts it, waits until it is ready and returns how many milliseconds that took. */
  start(): Promise<number>
  /** Kills the process at once, as a power cut would; false if it had ended before. */
  kill(): Promise<boolean>
  /** Ends the process in good order. */
  stop(): Promise<void>
  /** Ends it and removes the data, if the folder was made here. */
  destroy(): Promise<void>
}

/**
 * Prepares the program in a folder of its own, or in `dataFolder`, without starting it. `environment` is everything
 * that it gets besides the port and the folder (an empty text leaves a setting out), `args` are its arguments.
 */
export async function prepareProgram(
  environment: Record<string, string> = {},
  { args = [], dataFolder: given }: { args?: string[]; dataFolder?: string } = {},
): Promise<RunningProgram> {
  const dataFolder = given ?? mkdtempSync(join(tmpdir(), 'vestry-server-'))
  const port = Number(environment.PORT) || (await freePort())
  const origin = `${environment.VESTRY_TLS_CERT ? 'https' : 'http'}://localhost:${port}`
  let child: ChildProcess | undefined
  let output = ''
  let printedBefore = 0

  function launch() {
    printedBefore = output.length
    child = spawn(process.execPath, ['--max-semi-space-size=4', 'server/src/main.ts', ...args], {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        VESTRY_DATA: dataFolder,
        MALLOC_MMAP_THRESHOLD_: '131072',
        ...COMPILE_CACHE,
        ...environment,
      },
    })
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.on('exit', (code, signal) => {
      output += `(ended with ${signal ?? code})\n`
    })
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
  }

  async function ready() {
    const started = child
    const deadline = performance.now() + PATIENCE
    while (performance.now() < deadline) {
      if (!started || started.exitCode !== null || started.signalCode !== null) {
        throw new Error(`The server ended before it was ready:\n${output}`)
      }
      // Another program may have taken the port meanwhile, and be the one that answers.
      if (output.includes(OPEN, printedBefore) && (await isReady(`${origin}/readyz`))) {
        return
      }
      await pause(LOOK_EVERY)
    }
    throw new Error(`The server was not ready after ${PATIENCE / 1000} seconds:\n${output}`)
  }

  async function end(signal: NodeJS.Signals): Promise<boolean> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      return false
    }
    const ended = once(child, 'exit')
    child.kill(signal)
    const [, by] = await ended
    return by === signal
  }

  return {
    origin,
    dataFolder,
    printed: () => output,
    pid: () => child?.pid ?? 0,
    launch,
    ready,
    async start() {
      const began = performance.now()
      launch()
      await ready()
      return performance.now() - began
    },
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM')
    },
    async destroy() {
      await end('SIGTERM')
      if (given === undefined) {
        rmSync(dataFolder, { recursive: true, force: true })
      }
    },
  }
}

/** Accepts any certificate, since a server's is signed by nobody. */
function isReady(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = address.startsWith('https:') ? secureRequest : plainRequest
    request(address, { rejectUnauthorized: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
      .on('error', () => resolve(false))
      .end()
  })
}

/**
 * A port on which nobody listens at present, below those that systems give to outgoing connections: such a connection
 * could take it before a program is started again. Browsers refuse the port of Amanda
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768)
    const probe = createServer()
    if (port !== 10_080 && (await listens(probe, port))) {
      probe.close()
      await once(probe, 'close')
      return port
    }
  }
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.on('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
}
