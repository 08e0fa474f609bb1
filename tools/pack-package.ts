// Run by `npm pack` in a package's folder: before it, `prepack` compiles the sources to `dist` and points the package's
// exports there, since Node takes no types out of what lies in a node_modules; after it, `postpack` puts back the
// manifest that this repository works with.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { installed } from './run-step.ts'

const MANIFEST = 'package.json'
const SAVED = '.package.json'

type Manifest = { exports: Record<string, string>; scripts?: unknown; devDependencies?: unknown }

/** The manifest as others get it: JavaScript with declarations, and nothing that only tests or this repository need. */
function packedManifest({ exports, scripts: _scripts, devDependencies: _tools, ...rest }: Manifest) {
  const entries = Object.entries(exports).filter(([name]) => !name.startsWith('./testing'))
  const compiled = entries.map(([name, source]) => {
    const file = source.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [name, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  return { ...rest, exports: Object.fromEntries(compiled) }
}

const COMMANDS: Record<string, () => void> = {
  prepack() {
    // One that was ended in its middle left the other manifest.
    COMMANDS.postpack?.()
    rmSync('dist', { recursive: true, force: true })
    const compiler = [...installed('typescript', 'bin', 'tsc'), '-p', 'tsconfig.package.json']
    const { status } = spawnSync(process.execPath, compiler, { stdio: ['ignore', 'inherit', 'inherit'] })
    if (status !== 0) {
      throw new Error('The package could not be compiled; the lines above say why.')
    }
    const manifest = readFileSync(MANIFEST, 'utf8')
    writeFileSync(SAVED, manifest)
    writeFileSync(MANIFEST, `${JSON.stringify(packedManifest(JSON.parse(manifest) as Manifest), null, 2)}\n`)
  },
  postpack() {
    if (existsSync(SAVED)) {
      renameSync(SAVED, MANIFEST)
    }
  },
}

COMMANDS[process.argv[2] ?? '']?.()
