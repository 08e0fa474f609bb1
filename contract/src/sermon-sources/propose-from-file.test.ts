import { expect, test } from 'vitest'
import { proposeFromFile } from './propose-from-file.ts'

const PRESENTERS = [
  { id: 1, presenterName: 'Guest Speaker' },
  { id: 4, presenterName: 'Ada Smith' },
  { id: 7, presenterName: 'José O’Brien' },
]

const propose = (name: string, tags = {}) => proposeFromFile(name, tags, PRESENTERS)

test.each([
  ['2026-11-22 Grace - Ada Smith.mp3', 'Grace', '2026-11-22T10:00', 4],
  ['Grace - ada  smith - 20261122.mp3', 'Grace', '2026-11-22T10:00', 4],
  ['2026_11_22_Ada Smith_Grace and truth.m4a', 'Grace and truth', '2026-11-22T10:00', 4],
  ['22.11.2026 – Jose O’Brien – ¿Quién soy?.mp4', '¿Quién soy?', '2026-11-22T10:00', 7],
  ['2026-11-22 10-30 Grace.mp3', 'Grace', '2026-11-22T10:30', undefined],
  ['VID_20261122_183005.mp4', undefined, '2026-11-22T18:30', undefined],
  ['grace-upon-grace.mp3', 'Grace upon grace', undefined, undefined],
  ['Grace - Somebody New.mp3', 'Grace - Somebody New', undefined, undefined],
  ['Psalm 23 - Part 2.mp3', 'Psalm 23 - Part 2', undefined, undefined],
  ['2026-02-30 Leap.mp3', '2026-02-30 Leap', undefined, undefined],
  ['120261122 Grace.mp3', '120261122 Grace', undefined, undefined],
  ['O’Hara <script> 🙂.mp3', 'O’Hara <script> 🙂', undefined, undefined],
  ['New Recording 5.m4a', undefined, undefined, undefined],
  ['ZOOM0001.WAV', undefined, undefined, undefined],
  ['IMG_1234.mov', undefined, undefined, undefined],
  ['1234.mp3', undefined, undefined, undefined],
  ['', undefined, undefined, undefined],
])('%s', (name, localizedname, event_datetime, preacher_id) => {
  const expected = { localizedname, event_datetime, preacher_id }
  expect(propose(name)).toEqual(JSON.parse(JSON.stringify(expected)))
})

test('the tags say title and presenter before the name does, and the name says the date', () => {
  const tags = { title: 'Still waters', artist: 'Ada Smith', day: '2026-11-20' }
  expect(propose('2026-11-22 Grace - José O’Brien.mp3', tags)).toEqual({
    localizedname: 'Still waters',
    event_datetime: '2026-11-22T10:00',
    preacher_id: 4,
  })
  expect(propose('REC0003.mp3', tags)).toEqual({
    localizedname: 'Still waters',
    event_datetime: '2026-11-20T10:00',
    preacher_id: 4,
  })
})

test('tags that say nothing leave it to the name', () => {
  expect(propose('Grace.mp3', { title: ' Track 01 ', artist: 'Nobody Known' })).toEqual({
    localizedname: 'Grace',
  })
})
