import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paragraphsOf } from './transcript-paragraphs.ts'

test('cues are joined until a pause of more than two seconds', () => {
  expect(
    paragraphsOf([
      { from: 1000, to: 2000, text: 'Grace to you,\nand peace' },
      { from: 4000, to: 5000, text: 'from God.' },
      { from: 7001, to: 8000, text: 'Let us pray.' },
    ]),
  ).toEqual([
    { from: 1000, text: 'Grace to you, and peace from God.' },
    { from: 7001, text: 'Let us pray.' },
  ])
  expect(paragraphsOf([])).toEqual([])
})

test('another speaker begins a paragraph, and says whose it is', () => {
  expect(
    paragraphsOf([
      { from: 0, to: 1000, speaker: 'Ana', text: 'The Lord' },
      { from: 1000, to: 2000, speaker: 'Ana', text: 'be with you.' },
      { from: 2000, to: 3000, speaker: 'Luis', text: 'And with you.' },
      { from: 3000, to: 4000, text: 'Amen.' },
    ]),
  ).toEqual([
    { from: 0, speaker: 'Ana', text: 'The Lord be with you.' },
    { from: 2000, speaker: 'Luis', text: 'And with you.' },
    { from: 3000, text: 'Amen.' },
  ])
})

test('a paragraph that is full is followed by another, and a long cue stays whole', () => {
  const cue = (from: number, length: number) => ({ from, to: from + 100, text: 'x'.repeat(length) })
  expect(
    paragraphsOf([cue(0, 250), cue(100, 249), cue(200, 1), cue(300, 900), cue(400, 1)]).map(
      ({ text }) => text.length,
    ),
  ).toEqual([500, 1, 900, 1])
})

test('no word is lost or moved', () => {
  const word = fc.stringMatching(/^[a-zñ.]{1,200}$/)
  const cue = fc.record({ pause: fc.nat(5000), speaker: fc.constantFrom(undefined, 'Ana', 'Luis'), word })
  fc.assert(
    fc.property(fc.array(cue), (given) => {
      let at = 0
      const cues = given.map(({ pause, speaker, word }) => {
        const from = at + pause
        at = from + 1000
        return { from, to: at, ...(speaker !== undefined && { speaker }), text: word }
      })
      const joined = paragraphsOf(cues)
      expect(joined.map(({ text }) => text).join(' ')).toBe(given.map(({ word }) => word).join(' '))
      expect(joined.every(({ from }) => cues.some((cue) => cue.from === from))).toBe(true)
    }),
  )
})
