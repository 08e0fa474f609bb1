import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandLine } from './command-line.ts'

let dataFolder: string

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'vestry-command-'))
})
afterAll(async () => {
  await rm(dataFolder, { recursive: true })
})

async function run(line: string, input = '', env: Record<string, string> = {}) {
  let output = ''
  let errors = ''
  const collect = (keep: (text: string) => void) =>
    new Writable({
      write(chunk, _encoding, done) {
        keep(String(chunk))
        done()
      },
    })
  const code = await runCommandLine(
    line.split(' ').filter(Boolean),
    { VESTRY_DATA: dataFolder, ...env },
    {
      input: Readable.from([input]),
      output: collect((text) => {
        output += text
      }),
      errors: collect((text) => {
        errors += text
      }),
    },
  )
  return { code, output, errors }
}

test('people are listed, added, changed and removed', async () => {
  expect(await run('users list')).toEqual({ code: 0, output: 'Nobody is here yet.\n', errors: '' })
  const added = await run('users add ruth@example.org --groups Admins,Teachers --name Ruth --locale es')
  expect(added.output).toMatch(
    /^ruth@example\.org was added\.\nTemporary password \(good for seven days, shown this once\): ([A-Z][a-z]{3}-){3}\d{4}\n$/,
  )
  expect((await run('users list')).output).toBe(
    'ruth@example.org\tAdmins,Teachers\thas a temporary password\n',
  )
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
  ['users remove orpah@example.org', 'Nobody here has the e-mail address orpah@example.org.\n'],
  ['users add orpah', '"orpah" is not an e-mail address.\n'],
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
  ['parish', 'There is no command "parish". Use --help to see how.\n'],
  ['users', 'Say what to do with the users. Use --help to see how.\n'],
  ['users bless ruth@example.org', 'There is no command "users bless". Use --help to see how.\n'],
  ['users add', '"users add" needs an e-mail address. Use --help to see how.\n'],
  ['users list --loud', "Unknown option '--loud'. Use --help to see how.\n"],
  [
    'users remove ruth@example.org boaz@example.org',
    '"users remove" takes one e-mail address, not also "boaz@example.org". Use --help to see how.\n',
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
  expect((await run('')).code).toBe(2)
})
