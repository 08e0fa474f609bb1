import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type App, buildApp, type FirstAdmin } from './app.ts'
import { systemClock } from './clock.ts'
import { type Config, type Environment, readConfig } from './config.ts'
import { StartupError } from './startup-error.ts'

/**
 * The demonstration church's own settings, where the environment has none; its data folder and password are its own.
 */
const DEMO_SETTINGS: Environment = {
  VESTRY_DATA: './data-demo',
  VESTRY_ADMIN_EMAIL: 'demo@vestry.local',
  VESTRY_ADMIN_PASSWORD: 'Open-house-2-all',
}

/**
 * Shorter than the patience of whoever stops the program before they kill it, which is 20 seconds in the files of
 * deploy/.
 */
const LATEST_END = 15_000

// Collects garbage early: otherwise an export of a million rows would hold 130 MB of it. It takes a tenth longer.
setFlagsFromString('--heap-growing-percent=40')

// Files that are written are for their owner alone, whatever the permissions of their folder.
process.umask(0o077)
const demo = process.argv.includes('--demo')
let firstAdmin: FirstAdmin | undefined
try {
  const unknown = process.argv.slice(2).find((argument) => argument !== '--demo')
  if (unknown !== undefined) {
    throw new StartupError(`A start takes --demo, and nothing like "${unknown}".`)
  }
  const config = readConfig(demo ? withDemoSettings(process.env) : process.env)
  if (demo && config.https && config.firstAdmin.password === DEMO_SETTINGS.VESTRY_ADMIN_PASSWORD) {
    throw new StartupError(
      'Everybody knows the password of the demonstration: give it another with VESTRY_ADMIN_PASSWORD before others can reach it.',
    )
  }
  await serve(config)
} catch (error) {
  // The next start finds this user, and prints no password.
  print([
    ['Sign in as', firstAdmin?.temporaryPassword && firstAdmin.email],
    ['temporary password', firstAdmin?.temporaryPassword],
  ])
  process.stderr.write(`${inOneSentence(error)}\n`)
  process.exitCode = 1
}

/** An empty setting counts as none here too, so that the demonstration doesn't get the church's own folder. */
function withDemoSettings(env: Environment): Environment {
  const given = Object.entries(env).filter(([, value]) => value?.trim())
  return { ...DEMO_SETTINGS, ...Object.fromEntries(given) }
}

async function serve(config: Config) {
  const logLevel = process.stderr.isTTY ? 'warn' : 'info'
  const app = await buildApp(config, {
    clock: systemClock,
    log: process.stderr,
    logLevel,
    demo,
    onFirstAdmin: (made) => {
      firstAdmin = made
    },
  })
  closeOnSignal(app)
  try {
    await app.listen()
  } catch (error) {
    await app.close()
    throw error
  }
  welcome(config, app)
  await showWayForPhones(app)
  // If the server is killed later, everything would have to be compiled again.
  flushCompileCache()
}

function welcome(config: Config, { demoTeachers }: App) {
  print([
    ['Vestry is open at', config.publicUrl],
    ['Sign in as', demo ? config.firstAdmin.email : firstAdmin?.email],
    ['or, as a teacher', demoTeachers.join(' or ')],
    ['password', demo ? config.firstAdmin.password : undefined],
    ['temporary password', firstAdmin?.temporaryPassword],
    ['The data lie in', config.dataFolder],
    ['Mail is written to', config.mail.smtpUrl ? undefined : join(config.dataFolder, 'outbox')],
  ])
}

/** In the church's own network, what a phone scans first, and by what its owner knows the right certificate. */
async function showWayForPhones({ address }: App) {
  const { way, phoneUrl, fingerprint } = address()
  if (way === 'lan') {
    const { toString: drawQrCode } = await import('qrcode')
    const type = process.stdout.isTTY ? 'terminal' : 'utf8'
    process.stdout.write(await drawQrCode(phoneUrl, { type, small: true }))
    print([
      ['Phones open', phoneUrl],
      ['SHA-256 fingerprint', fingerprint],
    ])
  }
}

function print(lines: [what: string, value: string | undefined][]) {
  const shown = lines.filter(([, value]) => value).map(([what, value]) => `  ${what.padEnd(20)}${value}`)
  if (shown.length > 0) {
    process.stdout.write(`\n${shown.join('\n')}\n\n`)
  }
}

/** The first signal closes in good order; further ones (a terminal and its launcher each send one) change nothing. */
function closeOnSignal(app: App) {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (asked) {
        return
      }
      asked = true
      app.http.log.info({ signal }, 'Stopping.')
      setTimeout(() => {
        process.stderr.write(
          'Not everything could be closed in time, such as a database that does not answer.\n',
        )
        process.exit(1)
      }, LATEST_END)
      try {
        await app.close()
      } catch (error) {
        process.stderr.write(`${inOneSentence(error)}\n`)
        process.exitCode = 1
      }
      // An email that a silent mail server doesn't accept would keep the process running.
      process.exit()
    })
  }
}

function inOneSentence(error: unknown): string {
  if (error instanceof StartupError) {
    return error.message
  }
  const { port, path } = error as { port?: number; path?: string }
  const code = codeOf(error)
  if (code.startsWith('ERR_OSSL')) {
    return 'VESTRY_TLS_CERT and VESTRY_TLS_KEY must name a certificate and the key that belongs to it, in PEM form.'
  }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program; stop that one, or choose another with PORT.`
    case 'EACCES':
      return port
        ? `Port ${port} may not be opened by this user: let it (docs/operations.md, “On phones”), or choose one above 1023 with PORT.`
        : `${path} may not be read or written by this user; fix its permissions or choose another VESTRY_DATA.`
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return 'HOST names an address that this machine does not have.'
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return 'A database file in VESTRY_DATA is damaged; restore it from the backup.'
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
      return 'A database file in VESTRY_DATA may not be read or written by this user; fix its permissions or choose another VESTRY_DATA.'
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return 'The disk is full; make room for VESTRY_DATA and start again.'
    default:
      return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

/** The code of an error, or of its cause. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code ?? (cause instanceof Error ? codeOf(cause) : '')
}
