import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { PREACHING_FIELDS, SERIES_FIELDS } from '../records/preaching-record.ts'
import type { Fields } from '../records/record-fields.ts'
import { STAFF_FIELDS } from '../records/staff-record.ts'
import { ATTENDEE_FIELDS, GUEST_FIELDS } from '../sunday-school/attendee-record.ts'
import { CLASS_FIELDS } from '../sunday-school/class-record.ts'
import { schemasOf } from './record-schemas.ts'

const RECORDS: [string, Fields][] = [
  ['a preaching item', PREACHING_FIELDS],
  ['a series of sermons', SERIES_FIELDS],
  ['an attendee', ATTENDEE_FIELDS],
  ['a guest', GUEST_FIELDS],
  ['a class', CLASS_FIELDS],
  ['a person of staff', STAFF_FIELDS],
]

describe.each(RECORDS)('the schemas of %s', (_, fields) => {
  const schemas: Record<string, z.ZodType> = schemasOf(fields)
  const takes = (name: string, value: unknown) => schemas[name]?.safeParse(value).success

  test('take a text as long as is described, and none longer', () => {
    for (const [name, field] of Object.entries(fields)) {
      if (field.kind === 'line' || field.kind === 'text') {
        expect([name, takes(name, 'a'.repeat(field.max))]).toEqual([name, true])
        expect([name, takes(name, 'a'.repeat(field.max + 1))]).toEqual([name, false])
      }
    }
  })

  test('let nothing be left out that is required and has no default', () => {
    for (const [name, field] of Object.entries(fields)) {
      const has = 'default' in field
      const may = field.required ? has : has || ['line', 'text', 'time', 'day'].includes(field.kind)
      expect([name, takes(name, undefined)]).toEqual([name, may])
    }
  })
})

test('a text that is cleaned is kept clean, and a required one is to keep something', () => {
  const { first_name, parent_contact, notes } = schemasOf(ATTENDEE_FIELDS)
  expect(first_name.parse(' <b>Ana</b> ')).toBe('Ana')
  expect(first_name.safeParse('<b></b>').success).toBe(false)
  expect(parent_contact.parse(null)).toBe('')
  expect(notes.parse('one\n<i>two</i>')).toBe('one\ntwo')
})

test('what a form leaves to the default is kept as the default', () => {
  const { poster_path, media_format, preaching_category_id } = schemasOf(PREACHING_FIELDS)
  expect([poster_path, media_format, preaching_category_id].map((one) => one.parse(undefined))).toEqual([
    'images/default-banner.jpg',
    'audio',
    6,
  ])
})

test('the path of a file is as long as a bucket admits, in bytes too', () => {
  const { path } = schemasOf(PREACHING_FIELDS)
  const admits = (name: string) => path.safeParse(`preaching/2026/${name}`).success
  expect(['a'.repeat(497), 'ñ'.repeat(497), '恩'.repeat(336)].map(admits)).toEqual([true, true, true])
  expect(['a'.repeat(498), '恩'.repeat(337)].map(admits)).toEqual([false, false])
})
