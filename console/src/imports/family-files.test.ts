import { expect, test } from 'vitest'
import { guessImported, guessMapping, isUsable, rivalColumns } from './column-mapping.ts'
import { readRows } from './file-rows.ts'

/** The households of each program, in the shape of its own export. */
const FILES = {
  'Planning Center': [
    [
      ...['Person ID', 'First Name', 'Nickname', 'Last Name', 'Birthdate', 'Child'],
      ...['Mobile Phone Number', 'Home Phone Number', 'Home Email', 'Work Email'],
      ...['Household ID', 'Household Name', 'Household Primary Contact'],
    ],
    [
      ...['1001', 'Katie', 'Katie', 'Sample', '2018-02-28', 'true', '', '', '', ''],
      ...['77', 'Sample Household', 'Pat Sample'],
    ],
    [
      ...['1002', 'Pat', '', 'Sample', '1985-07-01', 'false'],
      ...['(555) 010-2001', '(555) 010-2002', 'pat@example.org', ''],
      ...['77', 'Sample Household', 'Pat Sample'],
    ],
    [
      ...['1003', 'Max', '', 'Sample', 'unknown', 'false', '', '', '', ''],
      ...['77', 'Sample Household', 'Pat Sample'],
    ],
  ],
  Breeze: [
    ['Breeze ID', 'First Name', 'Last Name', 'Birthdate', 'Family', 'Family Role', 'Mobile', 'Email'],
    ['1', 'Katie', 'Sample', '02/28/2018', '77', 'Child', '', ''],
    ['2', 'Pat', 'Sample', '07/01/1985', '77', 'Head of Household', '(555) 010-2001', 'pat@example.org'],
    ['3', 'Max', 'Sample', '', '77', 'Spouse', '', ''],
  ],
  ChurchCRM: [
    [
      'Family ID ',
      'Person Id',
      'Last Name',
      'First Name',
      'Email',
      'Home Phone',
      'Birth Date',
      'Family Role',
    ],
    ['77', '1', 'Sample', 'Katie', '', '', '2018-2-28', 'Child'],
    ['77', '2', 'Sample', 'Pat', 'pat@example.org', '(555) 010-2001', '1985-7-1', 'Head of Household'],
    ['77', '3', 'Sample', 'Max', '', '', '', 'Spouse'],
  ],
  Rock: [
    ['Id', 'Family Id', 'Family Role', 'First Name', 'Nick Name', 'Last Name', 'Mobile Phone', 'Email'],
    ['1', '77', 'Child', 'Katie', '', 'Sample', '', ''],
    ['2', '77', 'Adult', 'Pat', '', 'Sample', '(555) 010-2001', 'pat@example.org'],
    ['3', '77', 'Adult', 'Max', '', 'Sample', '', ''],
  ],
  'Rock, by groups': [
    ['Person Id', 'GroupId', 'Grouprole', 'First Name', 'Last Name', 'Mobile Phone', 'Email'],
    ['1', '77', 'Child', 'Katie', 'Sample', '', ''],
    ['2', '77', 'Adult', 'Pat', 'Sample', '(555) 010-2001', 'pat@example.org'],
    ['3', '77', 'Adult', 'Max', 'Sample', '', ''],
  ],
  B1: [
    [
      'personKey',
      'firstName',
      'lastName',
      'mobilePhone',
      'email',
      'householdId',
      'household',
      'householdRole',
    ],
    ['1', 'Katie', 'Sample', '', '', '77', 'Sample', 'Child'],
    ['2', 'Pat', 'Sample', '(555) 010-2001', 'pat@example.org', '77', 'Sample', 'Head'],
    ['3', 'Max', 'Sample', '', '', '77', 'Sample', 'Spouse'],
  ],
} as const

test.each(Object.entries(FILES))(
  'the households of %s are read, with their adults',
  (program, [headers, ...rows]) => {
    const table = {
      headers: [...headers],
      rows: rows.map((row) => [...row]),
      lines: rows.map((_, at) => at + 2),
    }
    expect(guessImported(headers)).toBe('attendees')
    const mapping = guessMapping(headers, 'attendees', { families: true })
    expect(isUsable(mapping)).toBe(true)
    expect(rivalColumns(table, 'attendees')).toEqual([])
    const read = readRows(table, mapping, 'mdy')
    expect(read.flatMap(({ problems, remarks = [] }) => [...problems, ...remarks])).toEqual([])
    const [katie, pat, max] = read.map(({ cells }) => cells)
    expect(katie).toMatchObject({ first_name: 'Katie', last_name: 'Sample', family: '77' })
    expect(katie).not.toHaveProperty('adult')
    expect(pat).toMatchObject({ first_name: 'Pat', family: '77', adult: 'yes' })
    expect(pat?.parent_contact?.split(', ')).toEqual(
      expect.arrayContaining(['(555) 010-2001', 'pat@example.org']),
    )
    expect(pat).not.toHaveProperty('birthdate')
    // Planning Center says of him only that he is no child.
    expect(max).toMatchObject({ first_name: 'Max', adult: program === 'Planning Center' ? 'no' : 'yes' })
  },
)

test('where the church keeps no families, no column is one of a family', () => {
  const [headers] = FILES.Breeze
  expect(guessMapping(headers)).toEqual([
    ...['source_id', 'first_name', 'last_name', 'birthdate', null, null, 'parent_contact', 'parent_contact'],
  ])
})

test('our own list has the adults in lines, which belong together', () => {
  const headers = [
    ...['Vestry ID', 'First Name', 'Last Name', 'Member', 'Family Number', 'Name of the Family', 'Adults'],
    ...['Adults’ Telephones', 'Adults’ Emails', 'Who Collects', 'Must Not Collect'],
  ]
  const row = [
    ...['12', 'Katie', 'Sample', 'No', '7', 'Sample', 'Sample, Pat\nde la Cruz, Bo', '–\n0161'],
    ...['p@example.org\n–', 'Yes\nMust not collect', 'de la Cruz, Bo'],
  ]
  const [read] = readRows(
    { headers, rows: [row], lines: [2] },
    guessMapping(headers, 'attendees', { families: true }),
    'dmy',
  )
  expect(read?.cells).toEqual({
    ...{ id: 12, first_name: 'Katie', last_name: 'Sample', is_member: 0, family: '7', family_name: 'Sample' },
    adults: [
      { first_name: 'Pat', last_name: 'Sample', phone: '', email: 'p@example.org', collects: 'yes' },
      { first_name: 'Bo', last_name: 'de la Cruz', phone: '0161', email: '', collects: 'no' },
    ],
  })
})

test('lines that don’t belong together say only who the adults are', () => {
  const headers = ['First Name', 'Last Name', 'Family Number', 'Adults', 'Adults’ Telephones', 'Who Collects']
  const row = ['Katie', 'Sample', '7', 'Sample, Pat\nCruz, Bo', '0161', 'Yes']
  const [read] = readRows(
    { headers, rows: [row], lines: [2] },
    guessMapping(headers, 'attendees', { families: true }),
    'dmy',
  )
  expect(read?.cells.adults).toMatchObject([
    { first_name: 'Pat', phone: '', collects: 'no' },
    { first_name: 'Bo', phone: '', collects: 'no' },
  ])
})
