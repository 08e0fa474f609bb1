import { expect, test } from 'vitest'
import { guessImported, guessMapping } from './column-mapping.ts'
import { readMarks } from './file-marks.ts'
import { readRows } from './file-rows.ts'
import { fieldInWords } from './header-words.ts'

test.each([
  ['allergies', ['Any allergies?', 'Allergies/Medical', 'Medical', 'Medical Conditions', '¿Tiene alergias?']],
  ['allergies', ['Dietary requirements', 'Datos médicos', 'Enfermedades o alergias']],
  ['needs', ['Additional Needs', 'Special needs or disabilities', '¿Alguna necesidad especial?']],
  ['birthdate', ['Birth Date', 'Child’s Date of Birth', 'F. nacimiento', 'Fecha de nac.', 'Born on']],
  ['first_name', ["Child's First Name", 'First name of the child', 'Nombre del niño/a', 'Nombre de su hijo']],
  ['last_name', ['Student Last Name', 'Apellidos del niño', '1er apellido', '2º Apellido']],
  ['full_name', ["Kid's full name", 'Nombre y apellidos de la niña', 'Nombre completo del alumno/a']],
  ['parent_contact', ['Parent/Guardian Name', 'Mother', 'Madre', 'Nombre de la madre o padre', 'Tlf.']],
  [
    'parent_contact',
    ['Parent Mobile', 'Guardian 2 E-Mail', 'Teléfono de contacto', 'Emergency Contact Phone'],
  ],
  ['notes', ['Anything else we should know?', 'Observaciones', 'Remarks']],
  [undefined, ['Medical Release', 'Medical insurance number', 'Médico de cabecera', 'Doctor’s phone']],
  [
    undefined,
    ['Birthdate Month/Day', 'Place of birth', 'Mother’s date of birth', 'Lugar de nacimiento', 'Born again'],
  ],
  [
    undefined,
    [
      'Work Phone',
      'Phone Type',
      'Mobile Carrier',
      'Email Preference',
      'Parent consent',
      'Father’s occupation',
      'Grade',
    ],
  ],
  [undefined, ['Adults’ telephones', 'Timestamp', 'Total', 'Noah', '']],
])('%s is what these say: %j', (field, headers) => {
  expect(headers.map((header) => [header, fieldInWords(header)])).toEqual(
    headers.map((header) => [header, field]),
  )
})

test('what has a known name is not looked for in the words of another', () => {
  expect(
    guessMapping(['First Name', 'Last Name', 'Birthdate', 'Born', 'Medical Notes', 'Allergy info']),
  ).toEqual([...['first_name', 'last_name', 'birthdate', null, 'allergies', 'allergies']])
})

test.each([
  [
    ['Child', 'DOB'],
    ['full_name', 'birthdate'],
  ],
  [
    ['Niño', 'Nombre de la madre'],
    ['full_name', 'parent_contact'],
  ],
  [
    ['Nombre', 'Fecha de nacimiento'],
    ['full_name', 'birthdate'],
  ],
  [
    ['First Name', 'Last Name', 'Child'],
    ['first_name', 'last_name', null],
  ],
])('a column of children has their whole names where no other has: %j', (headers, mapping) => {
  expect(guessMapping(headers, 'attendees', { families: false })).toEqual(mapping)
})

test('two last names in two columns are one, of children and of their attendance', () => {
  const headers = ['Nombre', 'Primer apellido', 'Segundo apellido', '2025-09-07', '2025-09-14']
  const table = { headers, rows: [['Ana', 'Arca', 'Ruiz', 'x', '']], lines: [2] }
  const name = { first_name: 'Ana', last_name: 'Arca Ruiz' }
  expect(readRows(table, guessMapping(headers), 'dmy')).toMatchObject([{ cells: name }])
  expect(guessImported(headers)).toBe('attendance')
  const { children, marks } = readMarks(table, guessMapping(headers, 'attendance'), 'dmy', 'Lambs')
  expect([children, marks.length]).toEqual([[name], 1])
})

test('a child without allergies is not marked for the word that says so', () => {
  const headers = ['First Name', 'Last Name', 'Any allergies?', 'Medical', 'Special Needs']
  const rows = [
    ['Ana', 'Ark', 'None.', 'Nuts', 'N/A'],
    ['Bo', 'Ark', 'No', 'No known allergies', 'Ninguna'],
    ['Cy', 'Ark', 'No nuts', '', ''],
  ]
  const read = readRows({ headers, rows, lines: [2, 3, 4] }, guessMapping(headers), 'dmy')
  expect(read.map(({ cells: { allergies, needs } }) => [allergies, needs])).toEqual([
    ['Nuts', undefined],
    [undefined, undefined],
    ['No nuts', undefined],
  ])
})

test('check-ins without a class are attendance too', () => {
  expect(guessImported(['First Name', 'Last Name', 'Date', 'Check In Time'])).toBe('attendance')
  expect(guessImported(['First Name', 'Last Name', 'Birthdate', 'Check In Date'])).toBe('attendees')
})
