import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeText, readTable } from './read-table.ts'

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
const read = (bytes: Uint8Array | string) => readTable(new Blob([bytes as BlobPart]))

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

test('what only Windows has is read too', () => {
  expect(decodeText(new Uint8Array([0x80, 0x92, 0xf1]))).toBe('€’ñ')
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
  const { rows } = await read(`Contact,Notes\n'+34 600,"'=1+1\n'-x"\n'quoted',O'Neil\n`)
  expect(rows).toEqual([
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
  expect((await read(`Name\n${'Ana\n'.repeat(10_000)}`)).rows).toHaveLength(10_000)
})

test('a workbook is read, its days as days and its times as times', async () => {
  expect(await readTable(new Blob([workbook() as BlobPart]))).toEqual({
    headers: ['Breeze ID', 'First Name', 'Birthdate', 'Mobile', 'Time'],
    rows: [
      ['7', 'Zoë', '2018-05-03', '0600 111', '10:30'],
      ['8', 'Ana', '', '', '09:05'],
    ],
    lines: [2, 4],
  })
})

/** The first sheet of a workbook, as Breeze writes one: texts in their cells, days and times as numbers with a style. */
function workbook(): Uint8Array {
  const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
    <row r="1">${text('A1', 'Breeze ID')}${text('B1', 'First Name')}${text('C1', 'Birthdate')}${text('D1', 'Mobile')}${text('E1', 'Time')}</row>
    <row r="2"><c r="A2"><v>7</v></c>${text('B2', 'Zoë')}<c r="C2" s="1"><v>43223</v></c>${text('D2', '0600 111')}<c r="E2" s="2"><v>0.4375</v></c></row>
    <row r="4"><c r="A4"><v>8</v></c>${text('B4', 'Ana')}<c r="E4" s="2"><v>0.37847222</v></c></row>
    </sheetData></worksheet>`
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml':
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="20" applyNumberFormat="1"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheet,
  })
}

/** Files put into one as they are. */
function zip(files: Record<string, string>): Uint8Array {
  const heads: Buffer[] = []
  const parts: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), content])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    heads.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, Buffer.from(name)]))
    parts.push(entry)
    offset += entry.length
  }
  const directory = Buffer.concat(heads)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(heads.length, 4)
  end.writeUInt16LE(heads.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end])
}
