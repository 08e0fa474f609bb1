/**
 * The rules of the house that neither the compiler nor the linter knows. Every breach is printed with the
 * decision record that explains the rule. An exception is added to ALLOWED, with its reason.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { ROOT } from './run-step.ts'

/** What any part of the server, and any part of the console, may stand on. */
const GROUND = [
  'clock.ts',
  'church-time.ts',
  'file-lock.ts',
  'own-files.ts',
  'sqlite-file.ts',
  'start-refused.ts',
  'version.ts',
]
  .map((file) => `server/src/${file}`)
  .concat('contract/src/')
const SILL = ['console/src/words/', 'console/src/paths.ts', 'contract/src/']

const [DATABASE, HTTP, MAIL, AUDIT] = ['database', 'http', 'mail', 'audit'].map(
  (room) => `server/src/${room}/`,
)
const [UI, DATA, MEDIA, SIGN_IN] = ['ui', 'data', 'media', 'sign-in'].map((room) => `console/src/${room}/`)

/** Who may import whom, beside its own folder: the first row that fits a file decides. */
const MAY_IMPORT: [from: string, to: (string | undefined)[]][] = [
  ['contract/src/', []],
  ['server/src/main.ts', ['server/src/app.ts', 'server/src/config.ts', ...GROUND]],
  ['server/src/app.ts', ['server/src/', 'contract/src/']],
  ['server/src/config.ts', ['server/src/settings/', ...GROUND]],
  ['server/src/settings/', GROUND],
  ['server/src/database/', GROUND],
  ['server/src/http/', GROUND],
  ['server/src/mail/', GROUND],
  ['server/src/storage/', [HTTP, ...GROUND]],
  ['server/src/identity/', [AUDIT, MAIL, DATABASE, HTTP, ...GROUND]],
  ['server/src/check/', [MAIL, DATABASE, 'server/src/storage/', 'server/src/identity/', ...GROUND]],
  ['server/src/staff/', [AUDIT, DATABASE, HTTP, ...GROUND]],
  ['server/src/backup/', [AUDIT, MAIL, DATABASE, 'server/src/storage/', 'server/src/config.ts', ...GROUND]],
  ['server/src/command-line/', ['server/src/', 'contract/src/']],
  ['server/src/testing/', ['server/src/', 'contract/src/']],
  ['server/src/', [AUDIT, DATABASE, HTTP, ...GROUND]],
  ['console/src/paths.ts', []],
  ['console/src/words/', []],
  ['console/src/ui/', SILL],
  ['console/src/data/', [UI, SIGN_IN, ...SILL]],
  ['console/src/sign-in/', [UI, DATA, ...SILL]],
  ['console/src/media/', [DATA, ...SILL]],
  ['console/src/shell/', [UI, DATA, SIGN_IN, ...SILL]],
  ['console/src/start.tsx', ['console/src/', 'contract/src/']],
  ['console/src/routes.tsx', ['console/src/', 'contract/src/']],
  ['console/src/', [UI, DATA, MEDIA, SIGN_IN, ...SILL]],
  ['console/', ['console/', 'contract/src/']],
  ['e2e/', ['server/src/', 'contract/src/', 'tools/']],
  ['bench/', ['server/src/', 'contract/src/', 'e2e/', 'tools/']],
  ['crash/', ['server/src/', 'contract/src/', 'bench/', 'tools/']],
  ['tools/', ['server/src/', 'contract/src/']],
]

/** Tests of a part may build the whole house. */
const TESTS_MAY_IMPORT = [
  'server/src/testing/',
  'server/src/app.ts',
  'server/src/config.ts',
  'server/src/mail/',
]

/** The files of the contract that hold no schema: the console loads these at run time, the rest as types. */
const WITHOUT_SCHEMAS =
  /^contract\/src\/(audit-kinds|preaching-rules|sunday-school-rules|languages|media|roles|runtime-config|staff-rules|person-keys|sanitize|search-key)\.ts$/

const MOST_LINES = 400
const DRAWERS = /(^|[-/])(utils?|helpers?|misc|common|shared|lib|manager|service|base|index)(\.[a-z.]+$|[-/])/

/** `file: rule` → why it may. */
const ALLOWED: Record<string, string> = {
  'server/src/version.ts: may not import server/package.json (0002)': 'the manifest alone names the version',
}

const files = globSync('{contract,server,console,e2e,bench,crash,tools}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist'],
})
const breaches: string[] = []
const seen = new Map<string, string>()

for (const file of files) {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const report = (rule: string) => {
    const breach = `${file}: ${rule}`
    if (!(breach in ALLOWED)) {
      breaches.push(breach)
    }
  }
  checkName(file, report)
  checkText(file, text, report)
  for (const { target, typeOnly } of importsOf(file, text)) {
    if (!mayImport(file, target)) {
      report(`may not import ${target} (0002)`)
    }
    if (
      file.startsWith('console/src/') &&
      target.startsWith('contract/') &&
      !typeOnly &&
      !WITHOUT_SCHEMAS.test(target)
    ) {
      report(`may import only types from ${target}, which holds schemas (0003)`)
    }
  }
}

function checkName(file: string, report: (rule: string) => void) {
  const twin = seen.get(basename(file))
  if (twin) {
    report(`has the name of ${twin}; every name is unique (0002)`)
  }
  seen.set(basename(file), file)
  if (DRAWERS.test(file)) {
    report('has a name that says nothing about what is inside (0002)')
  }
  if (!/^[a-z0-9.-]+$/.test(basename(file))) {
    report('is not in kebab-case (0002)')
  }
  const below = /^(?:contract|server|console)\/src\/(.*)$/.exec(file)?.[1]
  if (below && below.split('/').length > 4) {
    report('lies deeper than three folders below src (0002)')
  }
}

function checkText(file: string, text: string, report: (rule: string) => void) {
  if (text.split('\n').length > MOST_LINES + 1) {
    report(`is longer than ${MOST_LINES} lines (0002)`)
  }
  if (/export \*/.test(text)) {
    report('is a barrel (0002)')
  }
  const isTest = /\.(test|spec|proof)\.tsx?$/.test(file) || file.startsWith('server/src/testing/')
  if (file.startsWith('server/src/') && !isTest) {
    if (
      /process\.env\b/.test(text) &&
      !['server/src/main.ts', 'server/src/command-line/command-line.ts'].includes(file)
    ) {
      report('reads the environment; only config.ts does (0004)')
    }
    if (/\bDate\.now\(\)|new Date\(\)/.test(text) && file !== 'server/src/clock.ts') {
      report('reads the time itself; it takes a Clock (0004)')
    }
  }
  if (
    file !== 'tools/check-house.ts' &&
    /\b(TODO|FIXME|XXX)\b|\b(test|it|describe)\.(skip|only|todo|fixme)\b/.test(text)
  ) {
    report('leaves something undone, or skips a test (0004)')
  }
}

function* importsOf(file: string, text: string) {
  for (const match of text.matchAll(
    /^\s*(?:import|export)\b(?<what>[^'"`;]*?)\bfrom\s+['"](?<from>[^'"]+)['"]|\bimport\(\s*['"](?<lazy>[^'"]+)['"]/gm,
  )) {
    const specifier = match.groups?.from ?? match.groups?.lazy ?? ''
    const ours = /^@vestry\/(contract|server)\/(.+)$/.exec(specifier)
    const target = ours
      ? `${ours[1]}/src/${ours[2]}`
      : specifier.startsWith('.')
        ? normalize(join(dirname(file), specifier))
        : undefined
    if (target) {
      yield { target, typeOnly: /^\s*type\b/.test(match.groups?.what ?? '') }
    }
  }
}

function mayImport(file: string, target: string): boolean {
  const [, may] = MAY_IMPORT.find(([from]) => file.startsWith(from)) ?? ['', ['']]
  return (
    target.startsWith(roomOf(file)) ||
    may.some((to) => to !== undefined && target.startsWith(to)) ||
    (/\.(test|proof)\.tsx?$/.test(file) && TESTS_MAY_IMPORT.some((to) => target.startsWith(to)))
  )
}

/** The folder that a file may always import from: its feature's, or its whole workspace outside server and console. */
function roomOf(file: string): string {
  return (
    /^((?:server|console)\/src\/[^/]+\/|contract\/src\/|(?!server|console)[^/]+\/)/.exec(file)?.[1] ?? file
  )
}

for (const breach of breaches) {
  process.stderr.write(`${breach}\n`)
}
process.stdout.write(`${files.length} files, ${breaches.length} breaches of the house rules\n`)
process.exitCode = breaches.length > 0 ? 1 : 0
