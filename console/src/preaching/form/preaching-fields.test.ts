import { i18n } from '@lingui/core'
import type { PreachingItemDetail } from '@vestry/contract/calls/preaching.ts'
import { SERMON_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, findErrors } from '../../forms/record-values.ts'
import { copiedValues, itemValues, newValues, type PreachingValues } from './preaching-fields.ts'

const validatePreaching = (values: PreachingValues) => findErrors(SERMON_FIELDS, values, '2026-11-21')

const complete = {
  localizedname: 'Grace alone',
  event_datetime: '2025-11-16T10:30',
  description: '',
  path: 'preaching/2025/grace.mp3',
  poster_path: 'images/grace.jpg',
  media_format: 'audio',
  language_id: 1,
  preacher_id: 2,
  preaching_category_id: 6,
  state: 'published',
  publish_at: '',
  series_id: 0,
  passages: '',
  topics: [],
  speakers: [],
  attachments: [],
  chapters: '',
  transcript: '',
} as const

describe("a preaching item's fields", () => {
  beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

  it('starts with the default banner, language 1, preacher 1, category 6 and audio', () => {
    expect(newValues([{ id: 1 }], [{ id: 6 }], 'en')).toEqual({
      ...complete,
      localizedname: '',
      event_datetime: '',
      path: '',
      poster_path: 'images/default-banner.jpg',
      preacher_id: 1,
    })
  })

  it('is like another one but for what belongs to its recording', () => {
    const detail = {
      ...complete,
      ...{
        uuid: 'u',
        version: 3,
        presenterName: 'Ada',
        category: 'Sermon',
        language: 'English',
        series: 'Ruth',
      },
      ...{
        last_change: null,
        passages_read: '',
        duration: 9,
        state: 'draft',
        description: 'Said',
        series_id: 4,
      },
      ...{ passages: 'Ruth 1', topics: [{ id: 2, topic: 'Hope' }], chapters: '0:00 A', transcript: 'Said' },
      speakers: [{ preacher_id: 5, presenterName: 'Bo', part: 'Prayer' }],
      attachments: [{ path: 'preaching/2025/a.pdf', title: 'A' }],
    }
    expect(copiedValues(detail as unknown as PreachingItemDetail)).toEqual({
      ...complete,
      ...{ description: 'Said', series_id: 4, passages: 'Ruth 1', topics: [2], path: '', event_datetime: '' },
      ...{ poster_path: 'images/default-banner.jpg', speakers: [{ preacher_id: 5, part: 'Prayer' }] },
    })
  })

  it('starts in the language of the console', () => {
    expect(newValues([], [], 'es').language_id).toBe(2)
  })

  it('leaves a default unchosen that is not there any more', () => {
    const values = newValues([{ id: 2 }], [], 'en')
    expect(values.preacher_id).toBe(0)
    expect(values.preaching_category_id).toBe(0)
  })

  it('requires everything but the description', () => {
    const empty = {
      ...complete,
      localizedname: ' ',
      event_datetime: '',
      path: '',
      poster_path: '',
      language_id: 0,
      preacher_id: 0,
      preaching_category_id: 0,
    }
    expect(Object.keys(validatePreaching(empty))).toEqual([
      'localizedname',
      'event_datetime',
      'path',
      'poster_path',
      'language_id',
      'preacher_id',
      'preaching_category_id',
    ])
    expect(validatePreaching(complete)).toEqual({})
  })

  it('refuses a year of two digits, of which the browser makes 0026', () => {
    const wrong = (values: Partial<PreachingValues>) =>
      Object.keys(validatePreaching({ ...complete, ...values }))
    expect(wrong({ event_datetime: '0026-05-03T10:30' })).toEqual(['event_datetime'])
    expect(wrong({ publish_at: '0026-05-03T10:30' })).toEqual(['publish_at'])
  })

  it('refuses a title of more than 300 characters', () => {
    expect(Object.keys(validatePreaching({ ...complete, localizedname: 'a'.repeat(301) }))).toEqual([
      'localizedname',
    ])
  })

  it('omits an empty poster path from what is sent', () => {
    expect('poster_path' in bodyOf(SERMON_FIELDS, { ...complete, poster_path: '' })).toBe(false)
    expect(bodyOf(SERMON_FIELDS, { ...complete, localizedname: ' Grace alone ' })).toEqual({
      ...complete,
      series_id: null,
    })
  })

  it('drops the part after the dot of a date and time that was loaded', () => {
    const { publish_at: _, series_id: __, ...rest } = complete
    const item = {
      ...rest,
      event_datetime: '2025-11-16T10:30:00.000',
      uuid: '',
      presenterName: '',
      category: '',
      language: '',
      version: 1,
      passages_read: '',
      topics: [],
      speakers: [],
      attachments: [],
      last_change: null,
    }
    expect(itemValues(item)).toEqual(complete)
  })
})
