import { expect, test } from 'vitest'
import { recordingTagsOf } from './recording-tags.ts'

const ALL = {
  title: 'Hope',
  artist: 'Ana',
  albumArtist: 'Grace Church',
  album: 'Romans',
  date: new Date('2026-05-03T10:30:00Z'),
}

test('a recording tells its title, its speaker, its series and its day', () => {
  expect(recordingTagsOf(ALL)).toEqual({ title: 'Hope', artist: 'Ana', album: 'Romans', day: '2026-05-03' })
})

test('where nobody is named but the artist of the album, it is that one', () => {
  const { artist, ...others } = ALL
  expect(recordingTagsOf(others).artist).toBe('Grace Church')
})

test('what a recording does not tell is not there', () => {
  expect(recordingTagsOf({})).toEqual({})
})

test.each([
  ['a year alone', new Date('2026-01-01T00:00:00Z')],
  ['no date', new Date('never')],
])('%s is no day', (_, date) => {
  expect(recordingTagsOf({ ...ALL, date })).not.toHaveProperty('day')
})
