import { describe, expect, test } from 'vitest'
import { guessImported, guessMapping, isUsable } from './column-mapping.ts'
import { readMarks, readState } from './file-marks.ts'
import { readTime } from './read-day.ts'

const read = (headers: string[], rows: string[][], title = 'Lambs', stays = false) => {
  const mapping = guessMapping(headers, 'attendance', { families: false, stays })
  const lines = rows.map((_, place) => place + 2)
  return { mapping, ...readMarks({ headers, rows, lines }, mapping, 'dmy', title) }
}

describe('a file', () => {
  test.each([
    [
      ['Date', 'Time', 'Class', 'Vestry ID', 'First Name', 'Last Name', 'Attendance', 'Comment'],
      'attendance',
    ],
    [
      ['Fecha', 'Hora', 'Clase', 'Vestry ID', 'Nombre', 'Apellidos', 'Asistencia', 'Comentario'],
      'attendance',
    ],
    [['Nombre', 'Apellidos', '7/9/2025', '14/9/2025'], 'attendance'],
    [['Name', '7/9/25', '14-Sep-25'], 'attendance'],
    [['Name', 'Sun, Sep 7, 2025', 'Sun, Sep 14, 2025'], 'attendance'],
    [['Name', '7-Sep', '14-Sep'], 'attendance'],
    [['Name', '9/7', '9/14'], 'attendance'],
    [['Name', '3-5'], 'attendees'],
    [['Name', 'Junior 1', 'Junior 2'], 'attendees'],
    [['First Name', 'Last Name', 'Birthdate', 'Medical Notes'], 'attendees'],
  ])('is seen to be of attendance, or not, by its headers: %j', (headers, of) => {
    const imported = guessImported(headers)
    expect(imported).toBe(of)
    expect(isUsable(guessMapping(headers, imported), imported)).toBe(true)
  })
})

test('a row for each child and class is a mark, and children and classes are named once', () => {
  const { children, classes, marks, problems } = read(
    ['Fecha', 'Hora', 'Clase', 'Nombre', 'Apellidos', 'Asistencia', 'Comentario'],
    [
      ['7/9/2025', '10:30', 'Corderos', 'Noé', 'Arca', 'Presente', 'Cantó'],
      ['14/9/2025', '', '', 'Noé', 'Arca', 'Sin registrar', ''],
      ['14/9/2025', '', 'Corderos', 'Eva', 'Arca', 'falta', ''],
    ],
  )
  expect(problems).toEqual([])
  expect(children).toEqual([
    { first_name: 'Noé', last_name: 'Arca' },
    { first_name: 'Eva', last_name: 'Arca' },
  ])
  expect(classes).toEqual(['Corderos', 'Lambs'])
  expect(marks).toEqual([
    { line: 2, child: 0, class: 0, day: '2025-09-07', time: '10:30', state: 'present', comment: 'Cantó' },
    { line: 3, child: 0, class: 1, day: '2025-09-14', state: 'not_recorded' },
    { line: 4, child: 1, class: 0, day: '2025-09-14', state: 'absent' },
  ])
})

test('of a sheet with a column for each day a blank cell says nothing', () => {
  const { marks, mapping } = read(
    ['Person ID', '7/9/2025', '14/9/2025', 'Total'],
    [
      ['88', 'x', '', '1'],
      ['89', '', '', '0'],
    ],
  )
  expect(mapping).toEqual(['source_id', 'mark', 'mark', null])
  expect(marks).toEqual([{ line: 2, child: 0, class: 0, day: '2025-09-07', state: 'present' }])
})

test('of two digits a day has a year of our own, and a child that of the person’s answer', () => {
  const headers = ['First Name', 'Last Name', 'Birthdate', 'Date', 'Attendance']
  const table = { headers, rows: [['Noé', 'Arca', '1/2/18', '7/9/25', 'x']], lines: [2] }
  const mapping = guessMapping(headers, 'attendance')
  const { children, marks } = readMarks(table, mapping, 'dmy', 'Lambs', {
    latestYear: 1999,
    latestDayYear: 2027,
  })
  expect([children[0]?.birthdate, marks[0]?.day]).toEqual(['1918-02-01', '2025-09-07'])
})

test('days without their year are those from the first one on', () => {
  const headers = ['Name', 'Sun, Sep 7', '4-Jan', '31/6', '28/6 9:30']
  const mapping = guessMapping(headers, 'attendance', { families: false })
  expect(mapping).toEqual(['full_name', 'mark', 'mark', null, 'mark'])
  const table = { headers, rows: [['Noé Arca', 'x', 'a', 'x', 'x']], lines: [2] }
  const days = (firstDay?: string) => readMarks(table, mapping, 'dmy', 'Lambs', { firstDay })
  expect(days('2025-09-07').marks.map(({ day, time }) => [day, time])).toEqual([
    ['2025-09-07', undefined],
    ['2026-01-04', undefined],
    ['2026-06-28', '09:30'],
  ])
  expect(days().problems.map(({ reason }) => reason)).toEqual(['no_day', 'no_day', 'no_day'])
})

test('a time beside a day is that of the class, so that two classes of a day stay two', () => {
  const { marks, problems } = read(
    ['First Name', 'Last Name', 'Class', 'Date', 'Attendance'],
    [
      ['Ben', 'Two', 'Kids Hour', '2026-05-03 09:00', 'Absent'],
      ['Ben', 'Two', 'Kids Hour', '2026-05-03T11:00:00', 'Present'],
      ['Ben', 'Two', 'Kids Hour', '2026-05-10 09:00:00 -0500', 'Present'],
      ['Ben', 'Two', 'Kids Hour', '17/5/2026 5:30 PM', 'Present'],
      ['Ben', 'Two', 'Kids Hour', 'Sunday, May 17, 2026 at 9 AM', 'Present'],
      ['Ben', 'Two', 'Kids Hour', 'Sun May 17 2026 11:00:00 GMT-0500 (CDT)', 'Present'],
      ['Ben', 'Two', 'Kids Hour', '24/5/2026 12:00:00 AM', 'Present'],
      ['Ben', 'Two', 'Kids Hour', '2026-05-31T00:00:00.000Z', 'Present'],
      ['Ben', 'Two', 'Kids Hour', '2026-06-07T09:00:00Z', 'Present'],
    ],
  )
  expect(marks.map(({ day, time, state }) => [day, time, state])).toEqual([
    ['2026-05-03', '09:00', 'absent'],
    ['2026-05-03', '11:00', 'present'],
    ['2026-05-10', '09:00', 'present'],
    ['2026-05-17', '17:30', 'present'],
    ['2026-05-17', '09:00', 'present'],
    ['2026-05-17', '11:00', 'present'],
    ['2026-05-24', undefined, 'present'],
    ['2026-05-31', undefined, 'present'],
  ])
  expect(problems).toMatchObject([{ line: 10, reason: 'not_a_time', text: '2026-06-07T09:00:00Z' }])
})

test('a header may name the time of its class too', () => {
  const { marks } = read(
    ['First Name', 'Last Name', '2026-05-03 09:00', '2026-05-03 11:00'],
    [['Ben', 'Two', 'A', 'P']],
  )
  expect(marks).toMatchObject([
    { day: '2026-05-03', time: '09:00', state: 'absent' },
    { day: '2026-05-03', time: '11:00', state: 'present' },
  ])
})

test('where no column says present or absent, each row is a visit', () => {
  const { children, classes, marks, mapping } = read(
    ['date', 'serviceTimeKey', 'groupKey', 'personKey'],
    [['2025-03-02', '1', '9', '12']],
  )
  expect(isUsable(mapping, 'attendance')).toBe(true)
  expect(children).toEqual([{ source_id: { source: 'personKey', id: '12' } }])
  expect(classes).toEqual(['9'])
  expect(marks).toEqual([{ line: 2, child: 0, class: 0, day: '2025-03-02', state: 'present' }])
})

test.each([
  [
    ...['Arrived', 'Class', 'Room', 'Vestry ID', 'First Name', 'Last Name'],
    ...['Brought By', 'Taken In By', 'Given Back', 'Given To', 'How', 'Given By'],
  ],
  [
    ...['Llegada', 'Clase', 'Sala', 'Vestry ID', 'Nombre', 'Apellidos'],
    ...['Quién lo trajo', 'Recibido por', 'Entrega', 'Entregado a', 'Cómo', 'Entregado por'],
  ],
])(
  'of our own arrivals at the door each is a visit of that day, whenever the child came (%s)',
  (...headers) => {
    expect(guessImported(headers)).toBe('attendance')
    const row = ['2026-05-03 10:07', 'Lambs', 'Blue room', '12', 'Noah', 'García']
    const how = headers.includes('How') ? 'By its code' : 'Con su código'
    const rows = [[...row, 'Ana López', 'Ruth', '2026-05-03 11:00', 'Bo', how, 'Ruth']]
    const { marks, children, classes, problems } = read(headers, rows)
    expect([children, classes, problems]).toEqual([
      [{ id: 12, first_name: 'Noah', last_name: 'García' }],
      ['Lambs'],
      [],
    ])
    expect(marks).toEqual([{ line: 2, child: 0, class: 0, day: '2026-05-03', state: 'present' }])
    const withStays = read(headers, [...rows, [...row, 'Ana López', 'Ruth', '', '', '', '']], '', true)
    expect(withStays.mapping).not.toContain('arrived')
    expect(withStays.marks).toEqual([
      {
        ...{ line: 2, child: 0, class: 0, day: '2026-05-03', state: 'present' },
        stay: {
          ...{ arrived: '2026-05-03T10:07:00', brought_by: 'Ana López', arrived_by: 'Ruth' },
          ...{ gone: '2026-05-03T11:00:00', gone_to: 'Bo', gone_way: 'code', gone_by: 'Ruth' },
        },
      },
      // Nobody has given it back: it came, and no more is known.
      { line: 3, child: 0, class: 0, day: '2026-05-03', state: 'present' },
    ])
  },
)

test('of check-ins and check-outs each makes a stay, beside the time of the event', () => {
  const headers = [
    'Event',
    'Event Time',
    'Checked In At',
    'Checked Out At',
    'Checked Out By',
    'Name',
    'Checked In By',
  ]
  const rows = [
    ['Lambs', '05/06/2026 9:00 AM', '8:55 AM', '10:20 AM', 'Ruth  Kint', 'Ana Arca', 'Eva'],
    ['Lambs', '05/06/2026 9:00 AM', '2026-06-05 08:55:12 UTC', '10:20 AM', '', 'Bo Arca', ''],
    ['Lambs', '05/06/2026 9:00 AM', '05/06/2026 11:55 PM', '06/06/2026 0:05', '', 'Cy Arca', ''],
  ]
  const { marks, mapping } = read(headers, rows, '', true)
  expect(mapping).toEqual(['class', 'day', 'arrived', 'gone', 'gone_by', 'full_name', 'brought_by'])
  expect(marks.map(({ time, stay }) => [time, stay])).toEqual([
    [
      '09:00',
      {
        ...{ arrived: '2026-06-05T08:55:00', brought_by: 'Eva', arrived_by: '' },
        ...{ gone: '2026-06-05T10:20:00', gone_to: '', gone_by: 'Ruth Kint' },
      },
    ],
    // In which zone the church is, the file does not say.
    ['09:00', undefined],
    ['09:00', expect.objectContaining({ arrived: '2026-06-05T23:55:00', gone: '2026-06-06T00:05:00' })],
  ])
})

test('of check-ins the class is where the child was, at the time of the event', () => {
  const headers = ['Checked-In At', 'Event', 'Event Time', 'Location', 'First Name', 'Last Name']
  const rows = [['2026-05-03 08:55:12 -0500', 'Kids', '2026-05-03 09:00:00 -0500', 'Nursery', 'Ana', 'Arca']]
  expect(guessImported(headers)).toBe('attendance')
  const { classes, marks } = read(headers, rows)
  expect(classes).toEqual(['Nursery'])
  expect(marks).toMatchObject([{ day: '2026-05-03', time: '09:00', state: 'present' }])
})

test.each([
  ['Checked-In At', '2026-05-03 08:55'],
  ['Date', '2026-05-03 08:55:12'],
])('when a child came is not when the class began: %s %s', (header, text) => {
  const { marks } = read([header, 'Class', 'First Name', 'Last Name'], [[text, 'Lambs', 'Ana', 'Arca']])
  expect(marks).toEqual([{ line: 2, child: 0, class: 0, day: '2026-05-03', state: 'present' }])
})

test('a mark whose time can’t be read is not recorded at another one', () => {
  const { marks, problems } = read(
    ['Date', 'Time', 'First Name', 'Last Name', 'Attendance'],
    [['7/9/2025', 'evening', 'Noé', 'Arca', 'x']],
  )
  expect(marks).toEqual([])
  expect(problems).toMatchObject([{ line: 2, reason: 'not_a_time', field: 'time', text: 'evening' }])
})

test.each([
  [['7/9/25', 'Noé', 'Arca', 'x'], 'two_digits'],
  [['soon', 'Noé', 'Arca', 'x'], 'not_a_date'],
  [['', 'Noé', 'Arca', 'x'], 'no_day'],
  [['7/9/2025', 'Noé', '', 'x'], 'no_name'],
  [['7/9/2025', 'Noé', 'Arca', 'perhaps'], 'not_a_mark'],
])('what can’t be sent is said, with its line: %j', (row, reason) => {
  const { marks, problems } = read(['Date', 'First Name', 'Last Name', 'Attendance'], [row])
  expect(marks).toEqual([])
  expect(problems).toMatchObject([{ line: 2, reason }])
})

test('a row without a class is of the one that the file is about, or of none', () => {
  const rows = [['7/9/2025', 'Noé', 'Arca', 'x']]
  expect(read(['Date', 'First Name', 'Last Name', 'Attendance'], rows, ' ').problems).toMatchObject([
    { reason: 'no_class' },
  ])
})

test.each([
  ['Presente', 'present'],
  [' ASISTIÓ ', 'present'],
  ['✓', 'present'],
  ['A', 'absent'],
  ['No asistió', 'absent'],
  ['Llegó tarde', 'present'],
  ['Excused', 'absent'],
  ['Not recorded', 'not_recorded'],
  ['maybe', undefined],
  ['', undefined],
])('%j is %s', (text, state) => {
  expect(readState(text)).toBe(state)
})

test.each([
  ['9:05', '09:05'],
  ['09:05:00', '09:05'],
  ['9:05 PM', '21:05'],
  ['12:00 a.m.', '00:00'],
  ['10:30 a. m.', '10:30'],
  ['7:15\u00A0p.\u00A0m.', '19:15'],
  ['10.30', '10:30'],
  ['19:00 h', '19:00'],
  ['9am', '09:00'],
  ['12 p.m.', '12:00'],
  ['10 h', '10:00'],
  ['10', undefined],
  ['24:00', undefined],
  ['soon', undefined],
])('%j is the time %s', (text, time) => {
  expect(readTime(text)).toBe(time)
})
