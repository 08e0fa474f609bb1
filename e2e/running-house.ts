import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MailServer, startMailServer } from './mail-server.ts'

export const ADMIN = { email: 'ada@vestry.test', password: 'Faith, hope & l0ve' }

/** The real program, running as its own process in a folder of its own, with a real mail server beside it. */
export type RunningHouse = {
  origin: string
  dataFolder: string
  mail: MailServer
  /** What the program has printed so far. */
  printed(): string
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same port and the same data. */
  start(): Promise<void>
  /** The process id of the running server. */
  pid(): number
  /** Ends everything and removes the data. */
  destroy(): Promise<void>
}

/** Starts a house as the launcher does; `environment` adds to or replaces its settings (an empty text leaves one out), `args` are the program's own. */
export async function startHouse(
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<RunningHouse> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vestry-house-'))
  const mail = await startMailServer()
  const port = await freePort()
  const origin = `${environment.VESTRY_TLS_CERT ? 'https' : 'http'}://localhost:${port}`
  let child: ChildProcess | undefined
  let output = ''

  async function start() {
    child = spawn(process.execPath, ['--max-semi-space-size=4', 'server/src/main.ts', ...args], {
      cwd: join(import.meta.dirname, '..'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        VESTRY_DATA: dataFolder,
        VESTRY_TIMEZONE: 'Europe/Madrid',
        VESTRY_ADMIN_EMAIL: ADMIN.email,
        VESTRY_ADMIN_PASSWORD: ADMIN.password,
        SMTP_URL: mail.url,
        ...environment,
      },
    })
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    await untilReady(child)
  }

  async function untilReady(started: ChildProcess) {
    for (let attempt = 0; attempt < 300; attempt++) {
      if (started.exitCode !== null) {
        throw new Error(`The server ended before it was ready:\n${output}`)
      }
      if (await isReady(`${origin}/readyz`)) {
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`The server was not ready after 30 seconds:\n${output}`)
  }

  async function end(signal: NodeJS.Signals) {
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
  }

  await start()
  return {
    origin,
    dataFolder,
    mail,
    printed: () => output,
    kill: () => end('SIGKILL'),
    start,
    pid: () => child?.pid ?? 0,
    async destroy() {
      await end('SIGTERM')
      await mail.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Whatever certificate it has: that of a house is its own. */
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
