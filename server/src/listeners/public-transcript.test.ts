import { expect, test } from 'vitest'
import { readPublicTranscript } from './public-transcript.ts'

const said = (words: string) => ({ transcript: `WEBVTT\n\n00:00.000 --> 00:02.000\n${words}\n` })

test('what is asked for again is not read again, and a changed text is', () => {
  const read = readPublicTranscript(said('Grace and peace'))
  expect(read).toEqual({ kind: 'timed', cues: [{ from: 0, to: 2000, text: 'Grace and peace' }] })
  expect(readPublicTranscript(said('Grace and peace'))).toBe(read)
  expect(readPublicTranscript(said('Grace and mercy'))).toMatchObject({ cues: [{ text: 'Grace and mercy' }] })
})

test('only the last ones asked for are kept', () => {
  const [first, second] = ['first', 'second'].map((words) => readPublicTranscript(said(words)))
  for (let other = 0; other < 7; other += 1) {
    readPublicTranscript(said(`other ${other}`))
    readPublicTranscript(said('second'))
  }
  expect(readPublicTranscript(said('second'))).toBe(second)
  expect(readPublicTranscript(said('first'))).not.toBe(first)
})

test('neither no transcript nor what cannot be read is one', () => {
  expect(readPublicTranscript({ transcript: '' })).toBeUndefined()
  expect(readPublicTranscript({ transcript: 'WEBVTT\n\n00:03.000 --> 00:02.000\nBackwards' })).toBeUndefined()
})
