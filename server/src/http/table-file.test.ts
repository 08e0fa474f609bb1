import { Readable } from 'node:stream'
import { MAX_SHEET_ROWS } from '@vestry/contract/rules/export-rules.ts'
import { guardFormulas, unguardFormulas } from '@vestry/contract/text/formula-guard.ts'
import fc from 'fast-check'
import papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { pagesOf, requireRoom, tableFile } from './table-file.ts'

const FORMULAS = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '+34 600 123 456',
  '-2',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '  =1+1',
  '\u200b=1+1',
  '\u00a0-1',
  "'=1+1",
  'a;=1+1',
  'Nuts\n- milk',
  '"=1+1"',
  '=HYPERLINK("https://example.org","x")',
]

async function bytesOf(format: 'csv' | 'xlsx', rows: readonly (readonly string[])[]): Promise<Buffer> {
  async function* pages() {
    yield rows
  }
  const { content } = tableFile(format, { title: 'Sheet', headers: ['a', 'b'], pages: pages() })
  return Buffer.concat((await Readable.from(content).toArray()).map((piece) => Buffer.from(piece)))
}

test('in CSV no cell is a formula', async () => {
  const text = (
    await bytesOf(
      'csv',
      FORMULAS.map((formula) => [formula, 'x']),
    )
  ).toString()
  const { data } = papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true })
  expect(data.slice(1)).toEqual(FORMULAS.map((formula) => [guardFormulas(formula), 'x']))
  for (const [cell = ''] of data.slice(1)) {
    expect(cell).not.toMatch(/^[\s\p{Cf}]*[=+\-@＝＋－＠]/u)
  }
})

test('in CSV what begins or ends with blanks stands in quotes, so that no reader takes them away', async () => {
  const text = (
    await bytesOf('csv', [
      [' Ada', 'Ben\u00a0'],
      ['a b', ''],
    ])
  ).toString()
  expect(text).toBe('\uFEFFa,b\r\n" Ada","Ben\u00a0"\r\na b,\r\n')
})

test('in XLSX every cell is text, as it is but for an apostrophe that a reader would take away', async () => {
  const bytes = await bytesOf(
    'xlsx',
    FORMULAS.map((formula) => [formula, 'x']),
  )
  const read = await readSheet(bytes, { trim: false })
  const kept = FORMULAS.map((formula) => (formula === "'=1+1" ? "''=1+1" : formula))
  expect(read).toEqual([['a', 'b'], ...kept.map((formula) => [formula, 'x'])])
})

test('whoever reads a workbook and takes the guard off has every text as it was typed', async () => {
  const letters = fc.constantFrom(...'<>&"\'\r\n\t ]:;_x;ñ😀\u{10ffff}'.split(/(?:)/u), '<![CDATA[', '&#13;')
  const cell = fc.array(letters, { minLength: 1 }).map((all) => `(${all.join('')})`)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
      const [, ...read] = await readSheet(await bytesOf('xlsx', rows), { trim: false })
      expect(read.map((cells) => cells.map((text) => unguardFormulas(String(text))))).toEqual(rows)
    }),
    { numRuns: 50 },
  )
})

test('what no XML can hold is left out of a workbook, and its other cells stay readable', async () => {
  const rows = [['a\u0000\u0008b\uffff', 'whole']]
  expect((await readSheet(await bytesOf('xlsx', rows))).slice(1)).toEqual([['ab', 'whole']])
})

test('rows come page by page, each once', async () => {
  const all = Array.from({ length: 2500 }, (_, id) => ({ id }))
  const asked: (number | undefined)[] = []
  const pages = pagesOf(
    async (after: { id: number } | undefined, limit) => {
      asked.push(after?.id)
      return all.filter(({ id }) => id > (after?.id ?? -1)).slice(0, limit)
    },
    ({ id }) => [String(id)],
  )
  const rows = (await Readable.from(pages).toArray()).flat()
  expect(rows).toEqual(all.map(({ id }) => [String(id)]))
  expect(asked).toEqual([undefined, ...Array.from({ length: 10 }, (_, page) => 250 * page + 249)])
})

test('a failure on the way ends the file with a failure', async () => {
  async function* pages() {
    yield [['1', '2']]
    throw new Error('The database is gone')
  }
  for (const format of ['csv', 'xlsx'] as const) {
    const { content } = tableFile(format, { title: 'Sheet', headers: ['a', 'b'], pages: pages() })
    await expect(Readable.from(content).toArray()).rejects.toThrow('The database is gone')
  }
})

test('more rows than a sheet has room for are refused, and CSV has room for any', () => {
  expect(() => requireRoom('xlsx', MAX_SHEET_ROWS + 1)).toThrow(/Choose CSV[.]$/)
  expect(requireRoom('xlsx', MAX_SHEET_ROWS)).toBeUndefined()
  expect(requireRoom('csv', MAX_SHEET_ROWS + 1)).toBeUndefined()
})
