import { createHash } from 'node:crypto'
import { MAX_IMPORT_BYTES } from '@vestry/contract/rules/import-rules.ts'
import { expect, test } from 'vitest'
import { readSheets } from './read-sheets.ts'
import { findSheet, tableOf } from './read-table.ts'
import { bomb, rowsOf, STYLE, workbook, zip } from './testing-workbook.ts'

const sheetsOf = (bytes: Uint8Array<ArrayBuffer>) => readSheets(new Blob([bytes]))
const tableIn = async (bytes: Uint8Array<ArrayBuffer>) => {
  const sheets = await sheetsOf(bytes)
  const sheet = sheets[findSheet(sheets)]
  return sheet && tableOf(sheet, sheet.headers)
}
const NAMES = rowsOf([['First Name', 'Last Name']])
const LIST = rowsOf([
  ['First Name', 'Last Name'],
  ['Ana', 'Arca'],
])

test('the largest file that is allowed is read, whatever its sheet unpacks to', async () => {
  const note = (place: number) =>
    Array.from({ length: 14 }, (_, part) =>
      createHash('sha256').update(`${place} ${part}`).digest('hex'),
    ).join(' ')
  const rows = Array.from({ length: 10_000 }, (_, place) => ['Ana', `No ${place}`, note(place)])
  const bytes = workbook([{ name: 'People', data: rowsOf([['First Name', 'Last Name', 'Notes'], ...rows]) }])
  expect(bytes.length / MAX_IMPORT_BYTES).toBeGreaterThan(0.9)
  expect(bytes.length).toBeLessThan(MAX_IMPORT_BYTES)
  expect((await tableIn(bytes))?.rows).toEqual(rows)
}, 60_000)

test('a cell far away costs no more than itself', async () => {
  const far = '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c></row>'
  expect(await tableIn(workbook([{ name: 'People', data: LIST + far }]))).toEqual({
    headers: ['First Name', 'Last Name', ''],
    rows: [
      ['Ana', 'Arca', ''],
      ['', '', 'far'],
    ],
    lines: [2, 1_048_576],
  })
})

test.each([0, 0xfffffff0])(
  'what a sheet unpacks to is bounded, though the directory says %d',
  async (says) => {
    await expect(sheetsOf(workbook([{ name: 'People', data: bomb(101, says) }]))).rejects.toMatchObject({
      problem: 'too_large_inside',
    })
  },
)

test('what all that is read unpacks to is bounded together', async () => {
  const sheets = ['One', 'Two', 'Three'].map((name) => ({ name, data: bomb(40, 0) }))
  await expect(sheetsOf(workbook(sheets))).rejects.toMatchObject({ problem: 'too_large_inside' })
})

test('a text that every cell repeats is kept once for all', async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(200)
  const data = NAMES + `<row>${cells}</row>`.repeat(1000)
  const shared = `<si><t>${'x'.repeat(20_000)}</t></si>`
  await expect(
    sheetsOf(workbook([{ name: 'People', data }], { sharedStrings: shared })),
  ).rejects.toMatchObject({ problem: 'too_large_inside' })
})

test('sizes that are written as those of huge files are', async () => {
  const { sheets, ...rest } = {
    sheets: `<worksheet><sheetData>${LIST}</sheetData></worksheet>`,
    main: '<workbook><sheets><sheet name="People" r:id="a"/></sheets></workbook>',
    related: '<Relationships><Relationship Id="a" Type="/worksheet" Target="list.xml"/></Relationships>',
  }
  const bytes = zip(
    { 'xl/workbook.xml': rest.main, 'xl/_rels/workbook.xml.rels': rest.related, 'xl/list.xml': sheets },
    true,
  )
  expect((await tableIn(bytes))?.rows).toEqual([['Ana', 'Arca']])
})

test.each([
  ['nested without an end', '<a>'.repeat(200_000)],
  [
    'of a million attributes',
    `<c ${Array.from({ length: 1_000_000 }, (_, place) => `a${place}=""`).join(' ')}/>`,
  ],
])('a sheet %s is refused', async (_name, data) => {
  await expect(sheetsOf(workbook([{ name: 'People', data }]))).rejects.toMatchObject({
    problem: 'unreadable',
  })
})

test('an archive whose directory leads nowhere is refused', async () => {
  const bytes = workbook([{ name: 'People', data: LIST }])
  await expect(sheetsOf(bytes.slice(0, bytes.length - 30))).rejects.toMatchObject({ problem: 'unreadable' })
  bytes.fill(0xff, bytes.length - 6, bytes.length - 2)
  await expect(sheetsOf(bytes)).rejects.toMatchObject({ problem: 'unreadable' })
})

test('each sheet is read, and the first that is a list and not hidden is meant', async () => {
  const sheets = await sheetsOf(
    workbook([
      { name: 'lists', state: 'hidden', data: rowsOf([['Grades'], ['1'], ['2']]) },
      { name: 'Empty', data: '' },
      { name: 'Kids', data: LIST },
      { name: 'Log', data: NAMES + rowsOf([['Ana', 'Arca']]).repeat(10_001) },
      { name: 'Plan', data: rowsOf([Array.from({ length: 1001 }, (_, place) => `Day ${place}`)]) + NAMES },
    ]),
  )
  expect(sheets.map(({ name, isHidden, problem }) => ({ name, isHidden, problem }))).toEqual([
    { name: 'lists', isHidden: true, problem: undefined },
    { name: 'Empty', isHidden: false, problem: 'empty' },
    { name: 'Kids', isHidden: false, problem: undefined },
    { name: 'Log', isHidden: false, problem: 'too_many' },
    { name: 'Plan', isHidden: false, problem: 'too_wide' },
  ])
  expect(findSheet(sheets)).toBe(2)
  expect(findSheet(sheets.slice(0, 2))).toBe(0)
})

test('texts, numbers, days and times are read as they are shown', async () => {
  const data = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><r><t>Last </t></r><r><t>Name</t></r></is></c></row>
    <x:row r="3"><x:c r="A3" t="str"><x:f>A1</x:f><x:v>An_x0061_</x:v></x:c><x:c r="C3" t="b"><x:v>1</x:v></x:c>
      <c r="D3" s="${STYLE.day}"><v>43223</v></c><c s="${STYLE.time}"><v>0.4375</v></c>
      <c s="${STYLE.dayAndTime}"><v>46145.375</v></c><c s="${STYLE.spanishDay}"><v>43223</v></c>
      <c s="${STYLE.count}"><v>1200</v></c><c><v>0.5</v></c></x:row>`
  const shared = '<si><t>First &amp; Name</t><rPh><t>reading</t></rPh></si>'
  const expected = ['Ana', 'true', '2018-05-03', '10:30', '2026-05-03 09:00', '2018-05-03', '1200', '0.5']
  const sheets = [{ name: 'People', data }]
  expect(await tableIn(workbook(sheets, { sharedStrings: shared }))).toEqual({
    headers: ['First & Name', 'Last Name', '', '', '', '', '', ''],
    rows: [expected],
    lines: [3],
  })
  const since1904 = '<workbookPr date1904="1"/>'
  const table = await tableIn(workbook(sheets, { properties: since1904 }))
  expect(table?.rows[0]?.slice(0, 3)).toEqual(['Ana', 'true', '2022-05-04'])
})

test('a title above the names of the columns is none of them', async () => {
  const data = `${rowsOf([['Sunday school 2025/26'], []])}${LIST}`
  expect(await tableIn(workbook([{ name: 'People', data }]))).toEqual({
    headers: ['First Name', 'Last Name'],
    rows: [['Ana', 'Arca']],
    lines: [4],
  })
})
