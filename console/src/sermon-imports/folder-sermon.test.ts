import { isObjectPath } from '@vestry/contract/sermons/media.ts'
import { expect, test, vi } from 'vitest'
import { loadRuntimeConfig } from '../console-config.ts'
import { isRecording, markOfFile, markOfPath, sermonOfFile } from './folder-sermon.ts'

const FINGERPRINT = '0123456789abcdef'.repeat(4)
const PRESENTERS = [{ id: 7, presenterName: 'Ada Quince' }]
const AUDIO = { media_format: 'audio', suffix: '.m4a', duration: 61.4, tags: {} } as const

test('a file says its title, date and speaker by its name, and lies always in the same place', () => {
  const file = { name: '2021-11-22 Día de gracia - Ada Quince.AAC', lastModified: 0 }
  const sermon = sermonOfFile(file, FINGERPRINT, AUDIO, PRESENTERS)
  expect(sermon).toMatchObject({
    guid: `file:${FINGERPRINT}`,
    title: 'Día de gracia',
    held: '2021-11-22T10:00:00',
    at: null,
    speakers: ['Ada Quince'],
    duration: 61,
    recording: 'preaching/2021/2021-11-22-Día-de-gracia-Ada-Quince-0123456789ab.m4a',
  })
  expect(markOfPath(sermon.recording)).toBe(markOfFile(FINGERPRINT))
})

test('tags go before the name, and an album is a series', () => {
  const tags = { title: 'Hope', artist: ' Bo \n Lind ', album: 'Letters', day: '2020-02-09' }
  const file = { name: 'track 01.mp3', lastModified: 0 }
  expect(sermonOfFile(file, FINGERPRINT, { ...AUDIO, tags }, PRESENTERS)).toMatchObject({
    ...{ title: 'Hope', held: '2020-02-09T10:00:00', speakers: ['Bo Lind'], series: 'Letters' },
  })
})

test('a file that can’t be used has no recording, and is still known by its name', () => {
  const file = { name: '2021-12-06 Broken.mp4', lastModified: 0 }
  expect(sermonOfFile(file, FINGERPRINT, undefined, [])).toMatchObject({ title: 'Broken', recording: '' })
})

test.each(['.mp3', 'a.b..c.mp3', `${'x'.repeat(300)}.mp3`, '¿…?.mp3', 'a-0123456789ab.mp3', '../../up.mp3'])(
  'the path of %j is one that the store takes',
  (name) => {
    const file = { name: `2021-12-06 ${name}`, lastModified: 0 }
    const { recording } = sermonOfFile(file, FINGERPRINT, AUDIO, [])
    expect(isObjectPath(recording, 'preaching/2021/')).toBe(true)
    expect(markOfPath(recording)).toBe(markOfFile(FINGERPRINT))
  },
)

test.each([
  ['a.mp3', '', true],
  ['a.M2TS', '', true],
  ['a.bin', 'video/x-matroska', true],
  ['._a.mp3', 'audio/mpeg', false],
  ['cover.jpg', 'image/jpeg', false],
  ['notes.txt', 'text/plain', false],
])('%s of type “%s” is a recording: %s', (name, type, expected) => {
  expect(isRecording({ name, type })).toBe(expected)
})

test('a file that says no date came out when it was last changed, by the clock of the church', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ timeZone: 'America/New_York' }))
  await loadRuntimeConfig()
  vi.unstubAllGlobals()
  const lastModified = Date.parse('2026-01-01T02:00:00Z')
  const file = { name: 'Hope.mp3', lastModified }
  expect(sermonOfFile(file, FINGERPRINT, AUDIO, PRESENTERS)).toMatchObject({
    ...{ title: 'Hope', held: '', at: lastModified, speakers: [] },
    recording: 'preaching/2025/Hope-0123456789ab.m4a',
  })
})
