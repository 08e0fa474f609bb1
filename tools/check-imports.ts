/**
 * The rules of the code that neither the compiler nor the linter knows. Every breach is printed with the
 * page of docs/decisions that explains the rule. An exception is added to ALLOWED, with its reason.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { findCircles } from './find-circles.ts'
import { importsOf } from './list-imports.ts'
import { ROOT } from './run-step.ts'

/** What any part of the server, and any part of the console, may stand on. */
const GROUND = [
  'clock.ts',
  'church-time.ts',
  'file-lock.ts',
  'file-permissions.ts',
  'lock-data-folder.ts',
  'server-messages.ts',
  'sqlite-file.ts',
  'startup-error.ts',
  'version.ts',
]
  .map((file) => `server/src/${file}`)
  .concat('contract/src/')
const SILL = [
  'console/src/messages/',
  'console/src/paths.ts',
  'console/src/console-config.ts',
  'contract/src/',
]

const [DATABASE, HTTP, HTTPS, SETTINGS, MAIL, AUDIT, TRASH, REPORTS] = [
  'database',
  'http',
  'https',
  'settings',
  'mail',
  'audit',
  'trash',
  'reports',
].map((module) => `server/src/${module}/`)
/** Packages of their own, that other code reaches by what they export. */
const COGNITO = 'cognito/src/cognito.ts'
const COGNITO_TESTING = 'cognito/src/testing/'
const S3 = 's3/src/s3.ts'
const S3_TESTING = 's3/src/testing'
/** Opens the store that the settings name. */
const STORE = 'server/src/open-store.ts'
const [COGNITO_CORE, COGNITO_SIGN_IN, COGNITO_SELF_SERVICE] = ['core', 'sign-in', 'self-service'].map(
  (folder) => `cognito/src/${folder}/`,
)
/** What every action of the service stands on. */
const COGNITO_ACTION = ['action', 'authenticate', 'errors', 'parts'].map((file) => `cognito/src/${file}.ts`)

const [UI, API, FORMS, MEDIA, AUTH, EXPORTS] = ['ui', 'api', 'forms', 'media', 'auth', 'exports'].map(
  (module) => `console/src/${module}/`,
)

/** Who may import whom, beside its own folder: the first row that fits a file decides. */
const MAY_IMPORT: [from: string, to: (string | undefined)[]][] = [
  ['contract/src/', []],
  ['server/src/main.ts', ['server/src/app.ts', 'server/src/config.ts', ...GROUND]],
  ['server/src/app.ts', ['server/src/', COGNITO, 'contract/src/']],
  ['server/src/mount-features.ts', ['server/src/', COGNITO, 'contract/src/']],
  ['server/src/open-store.ts', [S3, HTTP, ...GROUND]],
  ['server/src/object-keeper.ts', [S3, AUDIT, DATABASE, ...GROUND]],
  ['server/src/config.ts', [SETTINGS, ...GROUND]],
  ['server/src/settings/', GROUND],
  ['server/src/open-identity.ts', [COGNITO, DATABASE, HTTP, 'server/src/config.ts', ...GROUND]],
  ['server/src/database/', [COGNITO, ...GROUND]],
  ['server/src/http/', GROUND],
  ['server/src/https/', [HTTP, SETTINGS, ...GROUND]],
  ['server/src/mail/', [COGNITO, ...GROUND]],
  ['s3/', []],
  ['cognito/src/errors.ts', []],
  ['cognito/src/core/', ['cognito/src/errors.ts']],
  ['cognito/src/sign-in/', [COGNITO_CORE, ...COGNITO_ACTION]],
  ['cognito/src/self-service/', [COGNITO_CORE, COGNITO_SIGN_IN, ...COGNITO_ACTION]],
  ['cognito/src/admin/', [COGNITO_CORE, COGNITO_SIGN_IN, COGNITO_SELF_SERVICE, ...COGNITO_ACTION]],
  ['cognito/src/oauth/', [COGNITO_CORE, 'cognito/src/run-after-response.ts', ...COGNITO_ACTION]],
  ['cognito/src/', ['cognito/src/']],
  ['server/src/church/', [AUDIT, DATABASE, HTTP, 'server/src/config.ts', ...GROUND]],
  ['server/src/cli/check/', [HTTPS, SETTINGS, MAIL, DATABASE, S3, COGNITO, ...GROUND]],
  ['server/src/staff/', [AUDIT, DATABASE, HTTP, ...GROUND]],
  ['server/src/staff-emails/', [MAIL, 'server/src/sunday-school/', DATABASE, ...GROUND]],
  ['server/src/backup/', [AUDIT, MAIL, DATABASE, S3, STORE, 'server/src/config.ts', ...GROUND]],
  ['server/src/cli/', ['server/src/', COGNITO, 'contract/src/']],
  ['server/src/testing/', ['server/src/', COGNITO, COGNITO_TESTING, S3, 'contract/src/']],
  [
    'server/src/demo/',
    ['server/src/preaching/', 'server/src/sunday-school/families/families-sql.ts', DATABASE, ...GROUND],
  ],
  ['server/src/preaching/', [S3, AUDIT, TRASH, DATABASE, HTTP, ...GROUND]],
  [
    'server/src/listeners/',
    [S3, AUDIT, TRASH, 'server/src/lookups/', 'server/src/preaching/', REPORTS, DATABASE, HTTP, ...GROUND],
  ],
  [
    'server/src/sermon-imports/',
    [S3, AUDIT, TRASH, 'server/src/lookups/', 'server/src/preaching/', DATABASE, HTTP, ...GROUND],
  ],
  ['server/src/reports/', [AUDIT, HTTP, ...GROUND]],
  ['server/src/sunday-school/', [AUDIT, TRASH, REPORTS, MAIL, DATABASE, HTTP, ...GROUND]],
  ['server/src/audit/', [DATABASE, HTTP, ...GROUND]],
  ['server/src/', [AUDIT, TRASH, DATABASE, HTTP, ...GROUND]],
  ['console/src/paths.ts', []],
  ['console/src/messages/', ['contract/src/messages/']],
  ['console/src/console-config.ts', ['contract/src/']],
  ['console/src/ui/', SILL],
  ['console/src/auth/', [UI, ...SILL]],
  ['console/src/api/', [UI, AUTH, ...SILL]],
  ['console/src/forms/', [UI, API, AUTH, ...SILL]],
  ['console/src/exports/', [UI, API, FORMS, AUTH, ...SILL]],
  ['console/src/media/', [API, ...SILL]],
  // A script of its own, beside the pages.
  ['console/src/worker/', ['contract/src/rules/runtime-config.ts']],
  ['console/src/shell/', ['console/src/worker/file-caches.ts', UI, API, AUTH, ...SILL]],
  // A tab of the console in a test: its whole code, on a real server.
  ['console/src/testing/', ['console/src/', 'server/src/testing/', 'contract/src/']],
  ['console/src/first/', ['console/src/', 'contract/src/']],
  ['console/src/start.tsx', ['console/src/', 'contract/src/']],
  ['console/src/routes.', ['console/src/', 'contract/src/']],
  ['console/src/sunday-school-routes.', ['console/src/', 'contract/src/']],
  // A page of its own, for devices at which nobody signs in.
  ['console/src/station/', ['console/src/door/labels/', UI, ...SILL]],
  // A family's card is drawn and printed as a label is.
  ['console/src/families/', ['console/src/door/labels/', UI, API, FORMS, AUTH, ...SILL]],
  ['console/src/sermon-imports/', ['console/src/preaching/', UI, API, FORMS, MEDIA, AUTH, ...SILL]],
  ['console/src/podcasts/', ['console/src/preaching/', UI, API, FORMS, MEDIA, AUTH, ...SILL]],
  ['console/src/', [UI, API, FORMS, MEDIA, AUTH, EXPORTS, ...SILL]],
  ['console/', ['console/', 'contract/src/']],
  ['e2e/', ['server/src/', COGNITO, COGNITO_TESTING, 'contract/src/', 'tools/']],
  ['bench/', ['server/src/', COGNITO, COGNITO_TESTING, 'contract/src/', 'e2e/', 'tools/']],
  ['crash/', ['server/src/', COGNITO, COGNITO_TESTING, S3_TESTING, 'contract/src/', 'bench/', 'tools/']],
  ['tools/', ['server/src/', COGNITO, 'contract/src/']],
]

/** Tests of a part may build the whole server, and know the console's pages. */
const TESTS_MAY_IMPORT = [
  'server/src/testing/',
  'server/src/app.ts',
  'server/src/config.ts',
  'server/src/mail/',
  'server/src/demo/encode-png.ts',
  'console/src/routes.tsx',
  COGNITO,
  COGNITO_TESTING,
  S3,
  S3_TESTING,
  STORE,
]

/** The calls' schemas, which only the server reads at run time: the rest of the code takes their types. */
const SCHEMAS = 'contract/src/calls/'
const WITHOUT_SCHEMAS = ['console/src/', 'contract/src/']

/** What goes over text with its marks in order; cognito is a package of its own, and takes them off first. */
const NORMALIZES = [
  'contract/src/text/normal-form.ts',
  'cognito/src/core/passwords/password-dictionary.ts',
  'tools/check-imports.ts',
]

const MAX_LINES = 400
const DRAWERS = /(^|[-/])(utils?|helpers?|misc|common|shared|lib|manager|base|index)(\.[a-z.]+$|[-/])/

/** `file: rule` → why it may. */
const ALLOWED: Record<string, string> = {
  'server/src/version.ts: may not import server/package.json (decisions/layout.md)':
    'the manifest alone names the version',
}

const files = globSync('{contract,server,cognito,s3,console,e2e,bench,crash,tools}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist'],
})
const breaches: string[] = []
const seen = new Map<string, string>()
const imports = new Map<string, string[]>()

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
  if (isWithoutSchemas(file) && /from 'zod'/.test(text)) {
    report(`holds a schema; these lie in ${SCHEMAS} (decisions/contract.md)`)
  }
  const imported = [...importsOf(file, text)]
  imports.set(
    file,
    imported.map(({ target }) => target),
  )
  for (const { target, typeOnly } of imported) {
    if (!mayImport(file, target)) {
      report(`may not import ${target} (decisions/layout.md)`)
    }
    if (isWithoutSchemas(file) && target.startsWith(SCHEMAS) && !typeOnly) {
      report(`may import only types from ${target}, which holds schemas (decisions/contract.md)`)
    }
  }
}

// An import of a type counts too: a person who reads one of the files must read the other.
for (const circle of findCircles(imports)) {
  breaches.push(`${circle.join(' ↔ ')}: import one another in a circle (decisions/layout.md)`)
}

function checkName(file: string, report: (rule: string) => void) {
  const name = /\.(test|spec)\.tsx?$/.test(file) ? basename(file) : basename(file, extname(file))
  const twin = seen.get(name)
  if (twin) {
    report(`has the name of ${twin}; every name is unique (decisions/layout.md)`)
  }
  seen.set(name, file)
  if (DRAWERS.test(file)) {
    report('has a name that says nothing about what is inside (decisions/layout.md)')
  }
  if (!/^[a-z0-9.-]+$/.test(basename(file))) {
    report('is not in kebab-case (decisions/layout.md)')
  }
  const below = /^(?:contract|server|cognito|s3|console)\/src\/(.*)$/.exec(file)?.[1]
  if (below && below.split('/').length > 4) {
    report('lies deeper than three folders below src (decisions/layout.md)')
  }
}

function checkText(file: string, text: string, report: (rule: string) => void) {
  if (text.split('\n').length > MAX_LINES + 1) {
    report(`is longer than ${MAX_LINES} lines (decisions/layout.md)`)
  }
  if (/export \*/.test(text)) {
    report('is a barrel (decisions/layout.md)')
  }
  if (/\.normalize\(/.test(text) && !/\.(test|spec)\.tsx?$/.test(file) && !NORMALIZES.includes(file)) {
    report('brings text into a form of Unicode itself; normalForm of the contract bounds its work')
  }
  const isTest = /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('server/src/testing/')
  if (file.startsWith('server/src/') && !isTest) {
    if (
      /process\.env\b/.test(text) &&
      !['server/src/main.ts', 'server/src/cli/command-line.ts'].includes(file)
    ) {
      report('reads the environment; only config.ts does (decisions/tooling.md)')
    }
    if (/\bDate\.now\(\)|new Date\(\)/.test(text) && file !== 'server/src/clock.ts') {
      report('reads the time itself; it takes a Clock (decisions/tooling.md)')
    }
  }
  if (
    file !== 'tools/check-imports.ts' &&
    /\b(TODO|FIXME|XXX)\b|\b(test|it|describe)\.(skip|only|todo|fixme)\b/.test(text)
  ) {
    report('leaves something undone, or skips a test (decisions/tooling.md)')
  }
}

function isWithoutSchemas(file: string): boolean {
  return (
    WITHOUT_SCHEMAS.some((folder) => file.startsWith(folder)) &&
    !file.startsWith(SCHEMAS) &&
    !file.endsWith('.test.ts')
  )
}

function mayImport(file: string, target: string): boolean {
  const [, may] = MAY_IMPORT.find(([from]) => file.startsWith(from)) ?? ['', ['']]
  return (
    target.startsWith(moduleOf(file)) ||
    may.some((to) => to !== undefined && target.startsWith(to)) ||
    (/\.test\.tsx?$/.test(file) &&
      (/^(cognito|s3)\//.test(file) ? [`${file.split('/')[0]}/src/`] : TESTS_MAY_IMPORT).some((to) =>
        target.startsWith(to),
      ))
  )
}

/** The folder that a file may always import from: its feature's, or its whole workspace where that has no features. */
function moduleOf(file: string): string {
  return (
    /^((?:server|console|cognito)\/src\/[^/]+\/|contract\/src\/|(?!server|console|cognito)[^/]+\/)/.exec(
      file,
    )?.[1] ?? file
  )
}

for (const breach of breaches) {
  process.stderr.write(`${breach}\n`)
}
process.stdout.write(`${files.length} files, ${breaches.length} breaches of the import rules\n`)
process.exitCode = breaches.length > 0 ? 1 : 0
