import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ROOT } from './run-step.ts'

/** The browser, its fonts and drawing, and the libraries that a bare machine lacks. */
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']

const START = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib"
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`

/** The Chromium that comes from the npm registry, unpacked once into `.runtime`: a program to start it by. */
export async function unpackChromium(): Promise<string> {
  const home = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const folder = join(ROOT, '.runtime', `chromium-${version}`)
  const program = join(folder, 'start-chromium')
  if (!existsSync(program)) {
    mkdirSync(dirname(folder), { recursive: true })
    const draft = mkdtempSync(`${folder}-`)
    await unpackInto(
      draft,
      ARCHIVES.map((archive) => join(home, 'bin', archive)),
    )
    writeFileSync(join(draft, 'start-chromium'), START, { mode: 0o755 })
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  }
  return program
}

/** The package unpacks beside everybody's temporary files, where another user's may be in the way. */
async function unpackInto(folder: string, archives: string[]) {
  const { inflate } = await import('@sparticuz/chromium')
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await Promise.all(archives.map(inflate))
  } finally {
    if (before === undefined) {
      delete process.env.TMPDIR
    } else {
      process.env.TMPDIR = before
    }
  }
}
