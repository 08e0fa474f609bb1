import { LIBRARY_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadMessages, startMessages } from '../messages/messages.ts'
import { newValues, type PreachingValues } from './form/preaching-fields.ts'
import { findLibraryErrors, titleOf } from './library-errors.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { getItem: () => null })
  await startMessages(async () => ['en'])
  await loadMessages('forms', 'preaching-form')
  vi.unstubAllGlobals()
})

const part = 'p'.repeat(LIBRARY_FIELDS.speakers.of.part.max)
const title = 't'.repeat(LIBRARY_FIELDS.attachments.of.title.max)
const attached = (title: string) => ({ path: 'preaching/outline.pdf', title })
const wrong = (values: Partial<PreachingValues>) =>
  Object.keys(findLibraryErrors({ ...newValues([], [], 'en'), preacher_id: 1, ...values }))

test.each<[string, keyof PreachingValues, Partial<PreachingValues>]>([
  ['is published at no time', 'publish_at', { state: 'scheduled', publish_at: '' }],
  ['has a speaker with a long part', 'speakers', { speakers: [{ preacher_id: 2, part: `${part}p` }] }],
  ['has a speaker twice', 'speakers', { speakers: [{ preacher_id: 1, part: '' }] }],
  ['has a speaker who is nobody', 'speakers', { speakers: [{ preacher_id: 0, part: '' }] }],
  ['has a chapter without a time', 'chapters', { chapters: '0:00 Welcome\nPrayer' }],
  ['has an attachment with a long title', 'attachments', { attachments: [attached(`${title}t`)] }],
  ['has an attachment without a title', 'attachments', { attachments: [attached(' ')] }],
])('a sermon that %s is wrong there alone', (_, field, values) => {
  expect(wrong(values)).toEqual([field])
})

test.each<[string, Partial<PreachingValues>]>([
  ['nothing more', {}],
  ['no preacher yet', { preacher_id: 0 }],
  ['a time at which it is published', { state: 'scheduled', publish_at: '2026-05-03T09:00:00' }],
  ['no such time, since it is published', { state: 'published', publish_at: '' }],
  ['the longest part', { speakers: [{ preacher_id: 2, part: ` ${part} ` }] }],
  ['chapters', { chapters: '0:00 Welcome\n1:00 Prayer' }],
  ['the longest title', { attachments: [attached(` ${title} `)] }],
])('a sermon with %s is right', (_, values) => {
  expect(wrong(values)).toEqual([])
})

test('an attachment is called as its file, without the ending', () => {
  expect(titleOf('The_good  shepherd.outline.pdf')).toBe('The good shepherd.outline')
  expect(titleOf('.pdf')).toBe('.pdf')
  expect(titleOf(`${title}t.pdf`)).toBe(title)
})
