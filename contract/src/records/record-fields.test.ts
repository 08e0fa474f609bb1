import { expect, test } from 'vitest'
import { CLASS_FIELDS, CLASS_TEXTS } from '../sunday-school/class-record.ts'
import { namesOf, partOf, without } from './record-fields.ts'

test('the fields but for some are the others, in their order', () => {
  expect(namesOf(without(CLASS_FIELDS, 'room', 'title'))).toEqual([
    'session_datetime',
    'end_time',
    'notes',
    'teachers',
  ])
})

test('a part of a record says what its fields are, and nothing else that the record holds', () => {
  const session = { id: 7, title: 'Ruth', end_time: '', room: 'Loft', notes: '', version: 2 }
  expect(partOf(CLASS_TEXTS, session)).toEqual({ title: 'Ruth', end_time: '', room: 'Loft', notes: '' })
})
