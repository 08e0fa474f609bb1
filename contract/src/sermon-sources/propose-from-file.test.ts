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
  ['Grace - May 3 2026.mp3', 'Grace', '2026-05-03T10:00', undefined],
  ['Sunday 3rd May 2026 - Grace.mp3', 'Grace', '2026-05-03T10:00', undefined],
  ['domingo 3 de mayo de 2026 - Gracia.mp3', 'Gracia', '2026-05-03T10:00', undefined],
  ['3. Mai 2026 Gnade.mp3', 'Gnade', '2026-05-03T10:00', undefined],
  ['Psalm 23 May 2026.mp3', 'Psalm 23 May 2026', undefined, undefined],
  ['Romans 1-3 May 2026.mp3', 'Romans 1-3 May 2026', undefined, undefined],
  ['Mark 3 May 3 2026.mp3', 'Mark 3', '2026-05-03T10:00', undefined],
  ['John 3 16 2026.mp3', 'John 3 16 2026', undefined, undefined],
  ['13-05-2026 Grace.mp3', 'Grace', '2026-05-13T10:00', undefined],
  ['Grace 05132026.mp3', 'Grace', '2026-05-13T10:00', undefined],
  ['Grace 20122019.mp3', 'Grace', '2019-12-20T10:00', undefined],
  ['05-05-2026 Grace.mp3', 'Grace', '2026-05-05T10:00', undefined],
  ['05-03-2026 Grace.mp3', '05-03-2026 Grace', undefined, undefined],
  ['Easter_2026-04-05T09-30-00.mp3', 'Easter', '2026-04-05T09:30', undefined],
  ['GMT20260503-143012_Recording_1920x1080.mp4', undefined, '2026-05-03T10:00', undefined],
  ['2026-05-03-the-love-of-god-ada-smith.mp3', 'The love of god', '2026-05-03T10:00', 4],
  ['Grace by Ada Smith.mp3', 'Grace', undefined, 4],
  ['José O’Brien Grace.mp3', 'Grace', undefined, 7],
  ['Ada Smith.mp3', undefined, undefined, 4],
  ['Sunday May 3rd 2026 AM.mp3', undefined, '2026-05-03T10:00', undefined],
  ['WhatsApp Audio 2026-05-03 at 10.11.12.mp3', undefined, '2026-05-03T10:11', undefined],
  ['PTT-20260503-WA0012.opus', undefined, '2026-05-03T10:00', undefined],
  ['Screen Recording 2026-05-03 at 10.11.12.mov', undefined, '2026-05-03T10:11', undefined],
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
