import { describe, expect, test } from 'vitest'
import { guessMapping, isUsable, mapColumn } from './column-mapping.ts'
import { readRows } from './file-rows.ts'
import { findDateOrder, readDay } from './read-day.ts'

/** The columns that each program writes, with a row of its own. */
const CORPUS = {
  'Planning Center': [
    [
      'Person ID',
      'First Name',
      'Last Name',
      'Birthdate',
      'Medical Notes',
      'Child',
      'Mobile Phone Number',
      'Home Email',
      'Household ID',
    ],
    ['88', 'Noah', 'García', '2018-05-03', 'Nuts', 'true', '600 111', 'ana@example.org', '9'],
  ],
  Breeze: [
    ['Breeze ID', 'First Name', 'Last Name', 'Birthdate', 'Family', 'Family Role', 'Mobile', 'Email'],
    ['88', 'Noah', 'García', '05/03/2018', 'García', 'Child', '600 111', 'ana@example.org'],
  ],
  ChurchCRM: [
    ['FamilyID', 'LastName', 'FirstName', 'BirthDate', 'HomePhone'],
    ['88', 'García', 'Noah', '2018-05-03', '600 111'],
  ],
} as const

test.each(Object.entries(CORPUS))('the columns of %s are known', (_system, [headers, row]) => {
  const mapping = guessMapping(headers)
  expect(isUsable(mapping)).toBe(true)
  const [read] = readRows({ headers: [...headers], rows: [[...row]], lines: [4] }, mapping, 'mdy')
  expect(read).toMatchObject({
    line: 4,
    cells: { first_name: 'Noah', last_name: 'García', birthdate: '2018-05-03' },
    problems: [],
  })
  expect(read?.cells.parent_contact).toMatch(/^600 111( ana@example.org)?$/)
  expect(read?.cells.id).toBeUndefined()
})

test.each([
  [
    'English',
    [
      ...['Vestry ID', 'First Name', 'Last Name', 'Birthdate', 'Guardian Contact'],
      ...['Allergies', 'Needs', 'Notes', 'Member'],
    ],
    'Yes',
  ],
  [
    'Spanish',
    [
      ...['Vestry ID', 'Nombre', 'Apellidos', 'Fecha de nacimiento', 'Contacto familiar'],
      ...['Alergias', 'Necesidades', 'Notas', 'Miembro'],
    ],
    'Sí',
  ],
  [
    'Spanish, as it was until November 2026',
    [
      ...['Vestry ID', 'Nombre', 'Apellidos', 'Fecha de nacimiento', 'Contacto de los padres'],
      ...['Alergias', 'Necesidades', 'Notas', 'Miembro'],
    ],
    'Sí',
  ],
])('our own columns in %s are known, and what they hold is what was there', (_language, headers, yes) => {
  const row = ['12', 'Noah', 'García', '2018-05-03', '+34 600', 'Nuts', 'Glasses', 'Sings\nand dances', yes]
  expect(readRows({ headers, rows: [row], lines: [2] }, guessMapping(headers), 'dmy')).toEqual([
    {
      line: 2,
      cells: {
        id: 12,
        first_name: 'Noah',
        last_name: 'García',
        birthdate: '2018-05-03',
        parent_contact: '+34 600',
        allergies: 'Nuts',
        needs: 'Glasses',
        notes: 'Sings\nand dances',
        is_member: 1,
      },
      problems: [],
    },
  ])
})

test('of two columns that claim one field the first has it, and a person can change that', () => {
  const mapping = guessMapping(['First Name', 'Nombre', 'Last name', 'Email', 'Phone'])
  expect(mapping).toEqual(['first_name', null, 'last_name', 'parent_contact', 'parent_contact'])
  expect(mapColumn(mapping, 1, 'first_name').slice(0, 2)).toEqual([null, 'first_name'])
  expect(mapColumn(mapping, 0, 'parent_contact').filter((field) => field === 'parent_contact')).toHaveLength(
    3,
  )
  expect(isUsable(mapColumn(mapping, 0, null))).toBe(false)
})

test('cells that can’t be read are named, and blank ones are left out', () => {
  const headers = ['Vestry ID', 'First Name', 'Last Name', 'Birthdate', 'Member']
  const rows = [
    ['seven', '', 'García', '3/5/18', 'perhaps'],
    ['', 'Ana', '', '0000-07-04', 'Sí'],
  ]
  expect(
    readRows({ headers, rows, lines: rows.map((_, place) => place + 2) }, guessMapping(headers), 'dmy'),
  ).toEqual([
    {
      line: 2,
      cells: { last_name: 'García' },
      problems: [
        { field: 'id', reason: 'not_a_number', text: 'seven' },
        { field: 'birthdate', reason: 'two_digits', text: '3/5/18' },
      ],
      remarks: [{ field: 'is_member', reason: 'open_member', text: 'perhaps' }],
    },
    {
      line: 3,
      cells: { first_name: 'Ana', is_member: 1 },
      problems: [],
      remarks: [{ field: 'birthdate', reason: 'no_day', text: '0000-07-04' }],
    },
  ])
})

describe('a day', () => {
  test.each([
    ['2018-05-03', '2018-05-03'],
    ['2018/5/3', '2018-05-03'],
    ['2018-05-03T00:00:00Z', '2018-05-03'],
    ['03/05/2018', '2018-05-03'],
    ['3.5.2018', '2018-05-03'],
    ['3-5-2018 0:00', '2018-05-03'],
    ['May 3, 2018', '2018-05-03'],
    ['3 mayo 2018', '2018-05-03'],
    ['3 de agosto de 2018', '2018-08-03'],
    ['03-Dic-2018', '2018-12-03'],
    ['3rd of May, 2018', '2018-05-03'],
    ['2018 May 3', '2018-05-03'],
    ['20180503', '2018-05-03'],
    ['3. Mai 2018', '2018-05-03'],
    ['3 de março de 2018', '2018-03-03'],
    ['2018. 05. 03.', '2018-05-03'],
    ['\u200e3/\u200e5/\u200e2018', '2018-05-03'],
    ['Thursday, May 3, 2018', '2018-05-03'],
    ['jueves, 3 de mayo de 2018', '2018-05-03'],
    ['mar 1 de mayo de 2018', '2018-05-01'],
    ['Thu May 03 2018 00:00:00 GMT+0000 (Coordinated Universal Time)', '2018-05-03'],
    ['3/5/2018, 12:00:00 AM', '2018-05-03'],
    ['29/02/2020', '2020-02-29'],
  ])('%s is %s', (text, day) => {
    expect(readDay(text, 'dmy')).toEqual({ day })
  })

  test.each([
    ...[
      '',
      ' ',
      '0000-07-04',
      '07/04',
      '--07-04',
      '4 July',
      'July 4',
      '4 de julio',
      '4-Jul',
      'Jul-18',
      'Sep 7 10:30',
    ],
    ...['Sun, July 4', '00/05/2018', '1/0/1900'],
  ])('%j is no birth date', (text) => {
    expect(readDay(text, 'dmy')).toBe('none')
  })

  test.each(['3/5/18', '03-05-18', `3.5.'18`, 'May 3, 18', '3 May 18', '3-May-18'])(
    '%s has a year of two digits',
    (text) => {
      expect(readDay(text, 'dmy')).toBe('two_digits')
    },
  )

  test.each([
    ...['31/02/2018', '2018-13-01', '29/02/2019', 'soon', '3 Foo 2018', '5/13/2018', '43223', '20181301'],
    ...['Marta 3 2018', '3/5/18 or so', '2018-2019', 'May-3rd-18 x'],
  ])('%s is none', (text) => {
    expect(readDay(text, 'dmy')).toBe('invalid')
  })

  test('its order is found where one date says it', () => {
    expect(readDay('5/3/2018', 'mdy')).toEqual({ day: '2018-05-03' })
    expect(findDateOrder(['2018-05-03', '', '4/4/2018'])).toBe('any')
    expect(findDateOrder(['3/5/2018', '13/5/2018'])).toBe('dmy')
    expect(findDateOrder(['3/5/2018', '5/13/2018'])).toBe('mdy')
    expect(findDateOrder(['3/5/2018'])).toBe('ask')
    expect(findDateOrder(['1/0/1900', '2018-05-03'])).toBe('any')
    expect(findDateOrder(['Sun 3/5/2018', 'Sun 13/5/18'])).toBe('dmy')
    expect(findDateOrder(['13/5/2018', '5/13/2018'])).toBe('ask')
  })
})
