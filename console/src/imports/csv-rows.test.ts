import { expect, test } from 'vitest'
import { readCsv } from './csv-rows.ts'
import { createRoom } from './sheets.ts'

const read = (lines: readonly string[]) => readCsv(lines.join('\r\n'), createRoom())
const cellsOf = (lines: readonly string[]) => read(lines).rows.map(({ cells }) => cells)

test('a quotation mark in the middle of a cell takes no row below with it', () => {
  const stray = 'Ana,Open,"likes "big" trucks,2018-05-03'
  expect(
    read(['First Name,Last Name,Notes,Birthdate', stray, 'Bo,Open,fine,2017-05-03', 'Cy,Open,"ok",']),
  ).toEqual({
    rows: [
      { line: 1, cells: ['First Name', 'Last Name', 'Notes', 'Birthdate'] },
      { line: 2, cells: ['Ana', 'Open', 'likes "big" trucks', '2018-05-03'] },
      { line: 3, cells: ['Bo', 'Open', 'fine', '2017-05-03'] },
      { line: 4, cells: ['Cy', 'Open', 'ok', ''] },
    ],
    problem: undefined,
    stray: [{ line: 2, text: stray, isRead: true }],
  })
})

test('quotation marks that were not doubled are read as they stand', () => {
  expect(cellsOf(['"Id ","First","Mail"', '"12","Bob "Bobby"",""', '"13","Al "B, C" D","x, y"'])).toEqual([
    ['Id', 'First', 'Mail'],
    ['12', 'Bob "Bobby"', ''],
    ['13', 'Al "B, C" D', 'x, y'],
  ])
})

test.each([
  ['the last row', ['Name,Notes', 'Ana,fine', 'Ben,"open'], [['Ben', 'open']]],
  [
    'a row above one in quotation marks',
    ['Name,Notes', 'Ana,"open', 'Ben,"fine"'],
    [
      ['Ana', 'open'],
      ['Ben', 'fine'],
    ],
  ],
  [
    'a row above one that ends with one',
    ['Name,Notes,Born', 'Ana,"open,2018', 'Ben,fine,"2017"', 'Eva,ok,2016'],
    [
      ['Ana', 'open', '2018'],
      ['Ben', 'fine', '2017'],
      ['Eva', 'ok', '2016'],
    ],
  ],
])('a quotation mark that is never closed, in %s, costs no other row', (_name, lines, expected) => {
  expect(cellsOf(lines)).toEqual(expect.arrayContaining(expected))
})

test('a row that does not come out as wide as the others is left out, and said', () => {
  const stray = 'Ana,"said "no", then left",2018'
  expect(read(['Name,Notes,Born', stray, 'Ben,"fine",2017', 'Eva,,'])).toMatchObject({
    rows: [{ line: 1 }, { line: 3, cells: ['Ben', 'fine', '2017'] }, { line: 4 }],
    stray: [{ line: 2, text: stray, isRead: false }],
  })
})

test('a cell of many lines, doubled quotation marks and one that is within a word are no fault', () => {
  const lines = ['Name,Notes', 'Ana,"one, ""two""\r\nthree"', 'Ben,5\'2" tall', 'Eva,"" ', '"Mia" ,"x"']
  expect(read(lines)).toEqual({
    rows: [
      { line: 1, cells: ['Name', 'Notes'] },
      { line: 2, cells: ['Ana', 'one, "two"\r\nthree'] },
      { line: 3, cells: ['Ben', '5\'2" tall'] },
      { line: 4, cells: ['Eva', ''] },
      { line: 5, cells: ['Mia', 'x'] },
    ],
    problem: undefined,
  })
})

test.each(['a","\n', '"a,', '"a\n', '",', '"""\n', "'", '"\n\'', ',', ';,\t\n', '\n'])(
  'five megabytes of %j are read in steps that grow with them',
  (piece) => {
    const text = piece.repeat((5 * 1024 * 1024) / piece.length)
    try {
      expect(readCsv(text, createRoom())).toHaveProperty('rows')
    } catch (error) {
      expect(error).toHaveProperty('problem')
    }
  },
)
