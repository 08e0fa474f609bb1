import { expect, test } from 'vitest'
import { readSheets } from './read-sheets.ts'
import { findSheet, tableOf } from './read-table.ts'

const TEXT = 'First Name,Last Name\r\nZoë,"Peña, ""Pepe"""\r\n'
const ROWS = { headers: ['First Name', 'Last Name'], rows: [['Zoë', 'Peña, "Pepe"']], lines: [2] }
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf16 = (text: string, little: boolean) =>
  new Uint8Array(
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0)
      return little ? [code & 255, code >> 8] : [code >> 8, code & 255]
    }),
  )
const utf8 = (text: string) => new TextEncoder().encode(text)
const read = async (bytes: Uint8Array | string) => {
  const sheets = await readSheets(new Blob([bytes as BlobPart]))
  const sheet = sheets[findSheet(sheets)]
  return sheet && tableOf(sheet, sheet.headers)
}

test.each([
  ['UTF-8', utf8(TEXT)],
  ['UTF-8 with a mark', utf8(`\uFEFF${TEXT}`)],
  ['UTF-16, little end first', utf16(`\uFEFF${TEXT}`, true)],
  ['UTF-16, big end first', utf16(`\uFEFF${TEXT}`, false)],
  ['UTF-16 without a mark', utf16(TEXT, true)],
  ['Windows-1252', latin(TEXT)],
])('%s is read', async (_name, bytes) => {
  expect(await read(bytes)).toEqual(ROWS)
})

test.each([',', ';', '\t'])('columns parted by %j are found', async (separator) => {
  const lines = [
    ['Person ID', 'First Name', 'Notes'],
    ['1', 'Ana', 'two\nlines'],
    ['2', 'Ben', ''],
  ]
  const text = lines.map((line) => line.map((cell) => `"${cell}"`).join(separator)).join('\n')
  expect(await read(text)).toEqual({ headers: lines[0], rows: lines.slice(1), lines: [2, 3] })
})

test('one column is a table too', async () => {
  expect(await read('Name\nAna\n\n  \nBen\n')).toEqual({
    headers: ['Name'],
    rows: [['Ana'], ['Ben']],
    lines: [2, 5],
  })
})

test('blank rows are counted as a spreadsheet counts them, and hide no separator', async () => {
  expect(await read('\nName;Notes\n\nAna;"two\nlines"\n;\nBen;\n')).toEqual({
    headers: ['Name', 'Notes'],
    rows: [
      ['Ana', 'two\nlines'],
      ['Ben', ''],
    ],
    lines: [4, 6],
  })
})

test('an apostrophe that keeps a spreadsheet from reckoning is taken off again', async () => {
  const table = await read(`Contact,Notes\n'+34 600,"'=1+1\n'-x"\n'quoted',O'Neil\n`)
  expect(table?.rows).toEqual([
    ['+34 600', '=1+1\n-x'],
    [`'quoted'`, `O'Neil`],
  ])
})

test.each([
  ['', 'empty'],
  ['First Name,Last Name\n', 'empty'],
  [`Name\n${'Ana\n'.repeat(10_001)}`, 'too_many'],
  ['x'.repeat(5 * 1024 * 1024 + 1), 'too_large'],
  [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'old_excel'],
  [new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9]), 'unreadable'],
  [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'unreadable'],
])('what is no list is refused, and why (%#)', async (content, problem) => {
  await expect(read(content)).rejects.toMatchObject({ name: 'TableError', problem })
})

test('ten thousand rows are read', async () => {
  expect((await read(`Name\n${'Ana\n'.repeat(10_000)}`))?.rows).toHaveLength(10_000)
})

test('a row that tells Excel what parts the columns is none, and its sign is taken', async () => {
  expect(await read('sep=;\r\nFirst, Name;Last, Name\r\nAna, B;Arca, C\r\n')).toEqual({
    headers: ['First, Name', 'Last, Name'],
    rows: [['Ana, B', 'Arca, C']],
    lines: [2],
  })
})

test.each([
  ['Sunday school 2025/26\n\nFirst Name,Last Name,Birthdate\nAna,Title,2018-05-03\n', 'First Name', 4],
  ['List;;\n;2025;\nJméno;Příjmení;Narození\nAna;Nová;2018-05-03\n', 'Jméno', 4],
  ['Jméno;Příjmení;Narození\nAna;;\n', 'Jméno', 2],
])('the names of the columns are found below a title (%#)', async (text, name, line) => {
  const table = await read(text)
  expect(table?.headers[0]).toBe(name)
  expect(table?.lines).toEqual([line])
})

test('a list as long as may be is read below a title too', async () => {
  expect((await read(`List,2025\nFirst Name,Last Name\n${'Ana,Arca\n'.repeat(10_000)}`))?.rows).toHaveLength(
    10_000,
  )
  await expect(read(`List,2025\nFirst Name,Last Name\n${'Ana,Arca\n'.repeat(10_001)}`)).rejects.toMatchObject(
    {
      problem: 'too_many',
    },
  )
})
