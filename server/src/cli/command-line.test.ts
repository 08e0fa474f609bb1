import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { runVestry } from '../testing/run-vestry.ts'

// SQLite alone: this is about the words of the commands; what they do is tested elsewhere on both databases.

let dataFolder: string

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'vestry-command-'))
})
afterAll(async () => {
  await rm(dataFolder, { recursive: true })
})

const run = (line: string, input = '', env: Record<string, string> = {}) =>
  runVestry(line, { VESTRY_DATA: dataFolder, ...env }, input)

test('users are listed, added, changed and removed', async () => {
  expect(await run('users list')).toEqual({ code: 0, output: 'There are no users yet.\n', errors: '' })
  const added = await run('users add ruth@example.org --groups Admins,Teachers --name Ruth --locale es')
  expect(added.output).toMatch(
    /^ruth@example\.org was added\.\nTemporary password \(valid for seven days, shown only once\): ([A-Z][a-z]{3}-){3}\d{4}\n$/,
  )
  expect((await run('users list')).output).toBe(
    'ruth@example.org\tAdmins,Teachers\thas a temporary password\n',
  )
  expect(await run('users groups ruth@example.org --groups Teachers')).toEqual({
    code: 2,
    output: '',
    errors: '"users groups" takes no --groups. Use --help to see how.\n',
  })
  expect((await run('users groups ruth@example.org Teachers')).output).toBe(
    'ruth@example.org is now in: Teachers. The role is Teachers.\n',
  )
  expect(
    await run('users password ruth@example.org --password-stdin --permanent', 'Gleaner-in-Moab-7\n'),
  ).toEqual({
    code: 0,
    output: 'ruth@example.org has a new password and was signed out everywhere.\n',
    errors: '',
  })
  expect((await run('users list')).output).toBe('ruth@example.org\tTeachers\tactive\n')
  expect((await run('users disable ruth@example.org')).output).toBe(
    'ruth@example.org is locked out and was signed out everywhere.\n',
  )
  expect((await run('users list')).output).toBe('ruth@example.org\tTeachers\tdisabled\n')
  expect((await run('users enable ruth@example.org')).output).toBe('ruth@example.org can sign in again.\n')
  expect((await run('users remove ruth@example.org')).output).toBe('ruth@example.org was removed.\n')
})

test.each([
  ['users remove orpah@example.org', 'Nobody here has the email address orpah@example.org.\n'],
  ['users add orpah', '"orpah" is not an email address.\n'],
])('"%s" can not be done: exit code 1 and one sentence', async (line, errors) => {
  expect(await run(line)).toEqual({ code: 1, output: '', errors })
})

test('a setting that can not work is named', async () => {
  expect(await run('users list', '', { PORT: 'many' })).toEqual({
    code: 1,
    output: '',
    errors: 'PORT must be a whole number from 0 to 65535; it is "many".\n',
  })
})

test.each([
  ['church', 'There is no command "church". Use --help to see how.\n'],
  ['users', 'Say what to do with the users. Use --help to see how.\n'],
  ['users bless ruth@example.org', 'There is no command "users bless". Use --help to see how.\n'],
  ['users add', '"users add" needs an email address. Use --help to see how.\n'],
  ['users list --loud', "Unknown option '--loud'. Use --help to see how.\n"],
  [
    'users remove ruth@example.org boaz@example.org',
    '"users remove" takes one email address, not also "boaz@example.org". Use --help to see how.\n',
  ],
  [
    'users groups ruth@example.org teachers',
    'There is no group teachers. Did you mean Teachers? Upper and lower case matter. Use --help to see how.\n',
  ],
  [
    'users add ruth@example.org --groups Choir,admins',
    'There is no group admins. Did you mean Admins? Upper and lower case matter. Use --help to see how.\n',
  ],
  [
    'users invite ruth@example.org --groups ADMINS',
    'There is no group ADMINS. Did you mean Admins? Upper and lower case matter. Use --help to see how.\n',
  ],
  [
    'users groups ruth@example.org Techers',
    'There is no group Techers. Did you mean Teachers? Upper and lower case matter. Use --help to see how.\n',
  ],
  [
    'users add ruth@example.org --groups Admin',
    'There is no group Admin. Did you mean Admins? Upper and lower case matter. Use --help to see how.\n',
  ],
  ['users add ruth@example.org --locale fr', '--locale needs en or es, not "fr". Use --help to see how.\n'],
  ['users list ruth', '"users list" takes nothing like "ruth". Use --help to see how.\n'],
  ['users list --groups Admins', '"users list" takes no --groups. Use --help to see how.\n'],
  [
    'users invite ruth@example.org --permanent',
    '"users invite" takes no --permanent. Use --help to see how.\n',
  ],
  [
    'users add ruth@example.org --permanent',
    '--permanent needs --password-stdin: only a password that you choose can last. Use --help to see how.\n',
  ],
])('"%s" is written wrongly: exit code 2 and one sentence', async (line, errors) => {
  expect(await run(line)).toEqual({ code: 2, output: '', errors })
})

test('help is given with --help, and without a command', async () => {
  const help = await run('--help')
  expect(help.code).toBe(0)
  expect(help.output).toContain('vestry users add EMAIL')
  expect(help.output).toContain('as many as VESTRY_BACKUP_KEEP says')
  expect(help.output).toContain("an older copy can't be read")
  expect(help.output).toContain('--fix orphans removes at once the objects that no recording names')
  expect((await run('')).code).toBe(2)
  expect(await run('help')).toEqual(help)
})

test('access keys are made, listed and taken back, and their secret is shown once', async () => {
  expect((await run('keys list')).output).toBe('There is no access key.\n')
  const made = await run('keys make office')
  expect(made.output).toMatch(
    /^Access key id: AKIA[A-Z2-7]{16}\nSecret access key \(shown only once\): \S{40}\nUser pool: us-east-1_\w{9}\n$/,
  )
  const id = /AKIA\w+/.exec(made.output)?.[0] ?? ''
  const listed = (await run('keys list')).output
  expect(listed).toMatch(new RegExp(`^${id}\toffice\tmade \\d{4}-\\d\\d-\\d\\d\tnever used\n$`))
  expect(await run('keys make office')).toEqual({
    code: 1,
    output: '',
    errors: 'There is an access key named "office" already.\n',
  })
  expect((await run('keys make server')).errors).toBe('There is an access key named "server" already.\n')
  expect((await run(`keys revoke ${id}`)).output).toBe('The access key "office" was revoked.\n')
  expect(await run(`keys revoke ${id}`)).toEqual({
    code: 1,
    output: '',
    errors: `There is no access key ${id}.\n`,
  })
})

test.each([
  ['keys', 'Say what to do with the keys. Use --help to see how.\n'],
  ['keys bless', 'There is no command "keys bless". Use --help to see how.\n'],
  ['keys make', '"keys make" needs a name. Use --help to see how.\n'],
  ['keys revoke', '"keys revoke" needs the id of a key. Use --help to see how.\n'],
  ['keys rotate now', '"keys rotate" takes nothing like "now". Use --help to see how.\n'],
])('"%s" is written wrongly too', async (line, errors) => {
  expect(await run(line)).toEqual({ code: 2, output: '', errors })
})

test('the key that signs tokens is changed', async () => {
  expect(await run('keys rotate')).toEqual({
    code: 0,
    output: 'New tokens are signed with another key from now on; those already issued stay valid.\n',
    errors: '',
  })
})

test('users are invited by email, and again until they have signed in', async () => {
  const outbox = join(dataFolder, 'outbox')
  for (const count of [1, 2]) {
    const { output } = await run('users invite orpah@example.org --groups Teachers --locale es')
    const [told, password] = output.split('\n')
    expect(told).toBe('orpah@example.org was added. No email was sent: SMTP_URL names no mail server.')
    const emails = await readdir(outbox)
    expect(emails).toHaveLength(count)
    const email = await readFile(join(outbox, emails.at(-1) ?? ''), 'utf8')
    expect(email).toContain('To: orpah@example.org')
    expect(email).toContain(password?.split(' ').at(-1))
  }
  await run('users invite orpah@example.org --name Orpah --groups Admins')
  expect((await run('users list')).output).toBe('orpah@example.org\tAdmins\thas a temporary password\n')
  const emails = await readdir(outbox)
  const latest = await readFile(join(outbox, emails.sort().at(-1) ?? ''), 'utf8')
  expect(latest).toContain('Hola, Orpah:')
  await run('users invite orpah@example.org')
  expect((await run('users list')).output).toContain('\tAdmins\t')
  await run('users password orpah@example.org --password-stdin --permanent', 'Gleaner-in-Moab-7\n')
  expect((await run('users invite orpah@example.org')).errors).toBe(
    'Somebody here has the email address orpah@example.org already.\n',
  )
  expect((await run('users reset-second-factor orpah@example.org')).output).toBe(
    'orpah@example.org signs in without a second factor now, and was signed out everywhere.\n',
  )
  const database = await openDatabase({ dataFolder })
  for (const [status, state] of [
    ['RESET_REQUIRED', 'has to choose a new password'],
    ['UNCONFIRMED', 'has not confirmed the account'],
  ] as const) {
    await database.sql.updateTable('identity_user').set({ status }).execute()
    expect((await run('users list')).output).toContain(`\t${state}\n`)
  }
  await database.close()
  await run('users remove orpah@example.org')
})

test('a command for backups that there is not is named, and nothing is done', async () => {
  for (const [line, named] of [
    ['backup mend', 'mend'],
    ['backup list twice --to elsewhere', 'twice'],
  ] as const) {
    expect(await run(line)).toEqual({
      code: 2,
      output: '',
      errors: `There is no command "backup ${named}". Use --help to see how.\n`,
    })
  }
})
