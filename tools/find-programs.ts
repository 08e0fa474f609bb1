import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A Chromium for the browser tests: `$CHROME`, the machine's own, Debian's package when root may install it,
 * or else the copy that comes from the npm registry.
 */
export async function findChromium(): Promise<string> {
  const found = process.env.CHROME ?? BROWSERS.map(onPath).find((file) => file !== undefined)
  if (found) {
    return found
  }
  if (installFromDebian('chromium')) {
    return onPath('chromium') ?? '/usr/bin/chromium'
  }
  const { default: copy } = await import('@sparticuz/chromium')
  return copy.executablePath()
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

/** The tools with which operators reach an object store; found as Chromium is, but nowhere else than in Debian. */
export function findStoreTools(): void {
  const packages = { aws: 'awscli', s3cmd: 's3cmd', rclone: 'rclone' }
  const missing = () =>
    Object.entries(packages).flatMap(([program, name]) => (onPath(program) === undefined ? [name] : []))
  if (missing().length > 0) {
    installFromDebian(...missing())
  }
  if (missing().length > 0) {
    throw new Error(`The tests of the object store need ${missing().join(', ')} of Debian's packages.`)
  }
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

/** Where snaps are in use, `chromium-browser` is only a stub that asks for one. */
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
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || existsSync('/snap')) {
    return false
  }
  process.stdout.write(`Installing Debian's ${names.join(', ')} …\n`)
  const quiet: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet).status === 0
  )
}
