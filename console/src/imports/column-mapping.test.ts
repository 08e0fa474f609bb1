import { expect, test } from 'vitest'
import { guessMapping, mapColumn, rivalColumns } from './column-mapping.ts'

const HEADERS = ['First Name', 'Last Name', 'Birthdate', 'DOB']
const row = (birthdate: string, dob: string) => ['Ana', 'Ark', birthdate, dob]

test('two columns that say different things of one field are asked about, the likelier one chosen', () => {
  const rows = [row('2018-05-03', ''), row('2019-01-02', '2019-02-01')]
  expect(rivalColumns({ headers: HEADERS, rows }, 'attendees')).toEqual([
    { field: 'birthdate', columns: [2, 3] },
  ])
  const guessed = guessMapping(HEADERS)
  expect(guessed).toEqual(['first_name', 'last_name', 'birthdate', null])
  expect(mapColumn(guessed, 3, 'birthdate')).toEqual(['first_name', 'last_name', null, 'birthdate'])
})

test('columns that never contradict each other are not asked about', () => {
  const rows = [row('2018-05-03', ''), row('', '2019-02-01'), row('2019/02/01', '2019-02-01')]
  expect(rivalColumns({ headers: HEADERS, rows }, 'attendees')).toEqual([])
})

test('nor are those that a record takes one after the other, other programs’ numbers, and arrivals', () => {
  const headers = ['Mobile', 'Home Phone', 'Person ID', 'Remote ID', 'Event Time', 'Checked In At']
  const rows = [['600 111', '600 222', '7', '8', '2025-09-07', '2025-09-08']]
  expect(rivalColumns({ headers, rows }, 'attendees')).toEqual([])
  expect(rivalColumns({ headers, rows }, 'attendance')).toEqual([])
  const places = { headers: ['Group', 'Event'], rows: [['Lambs', 'Sunday school']] }
  expect(rivalColumns(places, 'attendance')).toEqual([{ field: 'class', columns: [0, 1] }])
})
