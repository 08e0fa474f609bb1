import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { unpackChromium } from './npm-chromium.ts'

/** Chromium without the windows of a desktop: the same engine for two thirds of the processor time. */
const HEADLESS = 'chromium-headless-shell'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A Chromium for the browser tests: `$CHROME`, Debian's headless one when it is there or root may install it, any
 * other of the machine's, or else the copy that comes from the npm registry.
 */
export async function findChromium(): Promise<string> {
  const told = process.env.CHROME ?? onPath(HEADLESS)
  if (told) {
    return told
  }
  installFromDebian(HEADLESS)
  const found = [HEADLESS, ...BROWSERS].map(onPath).find((file) => file !== undefined)
  if (found) {
    return found
  }
  return unpackChromium()
}

/** An ffmpeg that makes and examines the recordings of the tests; found as Chromium is. */
export function findFfmpeg(): { ffmpeg: string; ffprobe: string } {
  if (onPath('ffmpeg') === undefined) {
    installFromDebian('ffmpeg')
  }
  const ffmpeg = onPath('ffmpeg')
  const ffprobe = onPath('ffprobe')
  if (ffmpeg && ffprobe) {
    return { ffmpeg, ffprobe }
  }
  const require = createRequire(import.meta.url)
  const copies = {
    ffmpeg: require('@ffmpeg-installer/ffmpeg').path as string,
    ffprobe: require('@ffprobe-installer/ffprobe').path as string,
  }
  for (const file of Object.values(copies)) {
    chmodSync(file, 0o755)
  }
  return copies
}

const MOUNTING = 'the right to mount a file system'

/** The tests that need what npm can't bring, and what that is. */
const NEEDS: Record<string, readonly string[]> = {
  'server/src/under-pressure.test.ts': [MOUNTING],
  'tools/caddy.test.ts': ['caddy'],
  'tools/certificate-directory.test.ts': ['pebble', 'pebble-challtestsrv'],
  'tools/operator-tools.test.ts': ['aws', 's3cmd', 'rclone'],
  'tools/spreadsheet.test.ts': ['soffice'],
  'tools/swift-store.test.ts': ['swift-proxy-server'],
}

/** The tests that a user can't run here, and for want of what. Root runs all: what is missing there is a failure. */
export function findTestsLeftOut(user = process.getuid?.()): { file: string; wants: string[] }[] {
  if (user === 0) {
    return []
  }
  const isHere = (need: string) => (need === MOUNTING ? mayMount() : onPath(need) !== undefined)
  return Object.entries(NEEDS)
    .map(([file, needs]) => ({ file, wants: needs.filter((need) => !isHere(need)) }))
    .filter(({ wants }) => wants.length > 0)
}

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-mount-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', 'vestry-test', folder]).status === 0
  if (mounted) {
    spawnSync('umount', [folder])
  }
  rmdirSync(folder)
  return mounted
}

/** LibreOffice's spreadsheet, without the windows of a desktop. */
const OFFICE = 'libreoffice-calc-nogui'
/** An object store of others with an S3 interface: a server in front of three that keep accounts, lists and objects. */
const SWIFT = Object.fromEntries(
  ['proxy', 'account', 'container', 'object'].map((part) => [`swift-${part}-server`, `swift-${part}`]),
)
/** A certificate directory (ACME) for tests, and a name server for it. */
const DIRECTORY = { pebble: 'pebble', 'pebble-challtestsrv': 'pebble' }
const STORE_TOOLS = { aws: 'awscli', s3cmd: 's3cmd', rclone: 'rclone' }

/** The tools with which operators reach an object store; found as Chromium is, but nowhere else than in Debian. */
export function findStoreTools(): void {
  findAll(STORE_TOOLS)
}

/** OpenStack Swift; found in Debian alone. */
export function findSwift(): void {
  findAll(SWIFT)
}

/** The certificate directory, found in Debian alone. */
export function findDirectory(): void {
  findAll(DIRECTORY)
}

function findAll(packages: Record<string, string>) {
  if (missing(packages).length > 0) {
    installFromDebian(...missing(packages))
  }
  if (missing(packages).length > 0) {
    throw new Error(`These tests need ${missing(packages).join(', ')} of Debian's packages.`)
  }
}

/**
 * Installs all of Debian's packages that the tests need at once, beside other work; a test that needs a program finds
 * it, or tries again.
 */
export async function bringPrograms(): Promise<void> {
  const browser = process.env.CHROME ? {} : { [HEADLESS]: HEADLESS }
  const names = missing({
    ...STORE_TOOLS,
    ...SWIFT,
    ...browser,
    caddy: 'caddy',
    ...DIRECTORY,
    ffmpeg: 'ffmpeg',
    soffice: OFFICE,
  })
  if (names.length > 0 && mayInstall()) {
    announce(names)
    await once(spawn(...installing(names)), 'exit')
  }
}

function missing(packages: Record<string, string>): string[] {
  const names = Object.entries(packages).flatMap(([program, name]) => (onPath(program) ? [] : [name]))
  return [...new Set(names)]
}

/** LibreOffice, which opens what is exported: the machine's own, or Debian's package when root may install it. */
export function findOffice(): string {
  if (onPath('soffice') === undefined) {
    installFromDebian(OFFICE)
  }
  const found = onPath('soffice')
  if (found === undefined) {
    throw new Error("There is no LibreOffice here, and root can't install Debian's package.")
  }
  return found
}

/** The web server of deploy/Caddyfile: the machine's own, or Debian's package when root may install it. */
export function findCaddy(): string {
  if (onPath('caddy') === undefined) {
    installFromDebian('caddy')
  }
  const found = onPath('caddy')
  if (found === undefined) {
    throw new Error("There is no caddy here, and root can't install Debian's package.")
  }
  return found
}

/** `chromium-browser` is only a stub that asks for a snap where snaps are in use. */
function onPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return !file.endsWith('/chromium-browser') || !existsSync('/snap')
      } catch {
        return false
      }
    })
}

function installFromDebian(...names: string[]): boolean {
  if (!mayInstall()) {
    return false
  }
  announce(names)
  return spawnSync(...installing(names)).status === 0
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && !existsSync('/snap')
}

function announce(names: string[]) {
  process.stdout.write(`Installing Debian's ${names.join(', ')} …\n`)
}

/** Two at once would take apt's locks from each other: the later one waits. The packages that apt knows already may do. */
function installing(names: string[]): [string, string[], SpawnOptions] {
  const install = 'apt-get install -y -qq --no-install-recommends "$@"'
  const script = `${install} 2>/dev/null || { apt-get update -qq; ${install}; }`
  return [
    'flock',
    [join(tmpdir(), 'vestry-apt.lock'), 'sh', '-c', script, 'sh', ...names],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  ]
}
