import { describe, expect, test } from 'vitest'
import { guessMapping, isUsable } from './column-mapping.ts'
import { type FileWays, ownMemberWords, readRows } from './file-rows.ts'
import { findDateOrder, readDay } from './read-day.ts'
import { splitName } from './split-name.ts'

function read(headers: string[], rows: string[][], ways: FileWays = {}) {
  const table = { headers, rows, lines: rows.map((_, place) => place + 2) }
  const mapping = guessMapping(headers)
  expect(isUsable(mapping)).toBe(true)
  return { table, mapping, read: readRows(table, mapping, 'mdy', ways) }
}

test('the name that a child goes by wins over the given one, whichever column comes first', () => {
  const { read: rows } = read(
    ['Given Name', 'First Name', 'Last Name'],
    [
      ['', 'Mia', 'Blank'],
      ['Kaitlyn', 'Katie', 'Blank'],
    ],
  )
  expect(rows.map(({ cells }) => cells.first_name)).toEqual(['Mia', 'Katie'])
})

test('further headers of other programs are known', () => {
  const headers = ['Remote ID', 'First Name', 'Last Name', 'Primary Email', 'Mobile Number', 'Note', 'Id']
  expect(guessMapping(headers)).toEqual([
    'source_id',
    'first_name',
    'last_name',
    'parent_contact',
    'parent_contact',
    'notes',
    null,
  ])
})

test('a church’s own words for membership are named once, and what they mean is said once', () => {
  const headers = ['First Name', 'Last Name', 'Membership']
  const rows = ['Participant', 'Visitor', 'PARTICIPANT', 'Elder', ''].map((word) => ['Ana', 'Ark', word])
  const { table, mapping } = read(headers, rows)
  expect([...ownMemberWords(table, mapping)]).toEqual([
    ['participant', { text: 'PARTICIPANT', count: 2 }],
    ['elder', { text: 'Elder', count: 1 }],
  ])
  const told = readRows(table, mapping, 'mdy', { members: new Map([['participant', 1]]) })
  expect(told.map(({ cells }) => cells.is_member)).toEqual([1, 0, 1, undefined, undefined])
  expect(told.flatMap(({ problems }) => problems)).toEqual([])
  expect(told[3]?.remarks).toEqual([{ field: 'is_member', reason: 'open_member', text: 'Elder' }])
})

describe('a birth date', () => {
  test.each(['N/A', '-', 'unknown', '2018', 'about 2018', '43223', '1/1/0001 12:00:00 AM', '--07-04'])(
    'that is none is left out with a mark, and the child comes in: %s',
    (text) => {
      const { read: rows } = read(['First Name', 'Last Name', 'Birthdate'], [['Ana', 'Ark', text]])
      expect(rows).toEqual([
        {
          line: 2,
          cells: { first_name: 'Ana', last_name: 'Ark' },
          problems: [],
          remarks: [{ field: 'birthdate', reason: 'no_day', text }],
        },
      ])
    },
  )

  test.each([
    ['5/3/18', 2026, '2018-05-03'],
    ['5/3/18 0:00', 2026, '2018-05-03'],
    ["5/3/'98", 2026, '1998-05-03'],
    ['May 3, 26', 2026, '2026-05-03'],
    ['5/3/27', 2026, '1927-05-03'],
    ['5/3/18', 1999, '1918-05-03'],
  ])('with two digits of its year is of the years that are meant: %s until %i', (text, latestYear, day) => {
    expect(readDay(text, 'mdy', { latestYear })).toEqual({ day })
  })

  test('with two digits of its year says the order too', () => {
    expect(findDateOrder(['3/5/18', '31/12/18'])).toBe('dmy')
    expect(findDateOrder(['3/5/18'])).toBe('ask')
  })
})

describe('a full name', () => {
  test.each([
    ['Ana Pérez', false, 'Ana', 'Pérez'],
    ['Pérez Gómez, Ana María', false, 'Ana María', 'Pérez Gómez'],
    ['Ana María Pérez Gómez', false, 'Ana María', 'Pérez Gómez'],
    ['Mary Ann Smith', false, 'Mary Ann', 'Smith'],
    ['Ana Pérez Gómez', true, 'Ana', 'Pérez Gómez'],
    ['Juan de la Cruz', false, 'Juan', 'de la Cruz'],
    ['Vincent van Gogh', false, 'Vincent', 'van Gogh'],
    ['Ana', false, 'Ana', ''],
  ])('%s is taken apart', (text, hasTwoLast, first_name, last_name) => {
    expect(splitName(text, hasTwoLast)).toEqual({ first_name, last_name })
  })

  test('stands in a column of its own, and what became of it is said', () => {
    const { read: rows } = read(['Full Name', 'DOB'], [['Pérez Gómez, Ana María', '2018-05-03']])
    expect(rows).toEqual([
      {
        line: 2,
        cells: { first_name: 'Ana María', last_name: 'Pérez Gómez', birthdate: '2018-05-03' },
        problems: [],
        remarks: [{ field: 'full_name', reason: 'full_name', text: 'Ana María · Pérez Gómez' }],
      },
    ])
  })

  test('is left out where first and last name have columns', () => {
    expect(guessMapping(['Name', 'First Name', 'Last Name'])).toEqual([null, 'first_name', 'last_name'])
  })
})

test('a list of rosters of our own is read as children with their classes', () => {
  const headers = ['Class', 'Vestry ID', 'First Name', 'Last Name', 'Member']
  const { read: rows } = read(headers, [['Lambs', '12', 'Ana', 'Ark', 'No']])
  expect(rows[0]?.cells).toEqual({
    class: 'Lambs',
    id: 12,
    first_name: 'Ana',
    last_name: 'Ark',
    is_member: 0,
  })
})

test.each(['Class', 'Class name', 'Sunday school class', 'Clase', 'Grupo'])(
  'a column of children called %s holds their class',
  (header) => {
    const { read: rows } = read(
      ['First Name', 'Last Name', header],
      [
        ['Ana', 'Ark', 'Lambs'],
        ['Bo', 'Ark', ''],
      ],
    )
    expect(rows.map(({ cells }) => cells.class)).toEqual(['Lambs', undefined])
  },
)
