import { expect, test } from 'vitest'
import { copiesBeside, smallBeside, withCopies } from './poster-copies.ts'

const FOLDER = 'images/grace.jpg.sizes/'

test('the small copy’s name says which others there are', () => {
  expect(copiesBeside(`${FOLDER}320-wide.webp`)).toEqual({
    card: `${FOLDER}card.jpg`,
    wide: `${FOLDER}wide.jpg`,
  })
  expect(copiesBeside(`${FOLDER}320-wide-square.jpg`)?.square).toBe(`${FOLDER}square.jpg`)
  for (const alone of ['images/grace-320.webp', 'images/320-wide.webp', `${FOLDER}320-wide.png`, '']) {
    expect(withCopies(alone)).toEqual([alone])
  }
})

test('a picture in a folder of its own name has them all', () => {
  expect(withCopies(`${FOLDER}grace.jpg`)).toHaveLength(4)
  expect(withCopies(`${FOLDER}other.jpg`)).toHaveLength(1)
  for (const copy of withCopies(`${FOLDER}grace.jpg`).slice(1)) {
    expect(smallBeside(copy)).toContain(`${FOLDER}grace.jpg`)
  }
})

test('a copy is in use with any small one that stands for it, and with no other', () => {
  for (const small of ['320-wide.webp', '320-wide.jpg', '320-wide-square.webp', '320-wide-square.jpg']) {
    for (const copy of withCopies(FOLDER + small).slice(1)) {
      expect(smallBeside(copy)).toContain(FOLDER + small)
    }
  }
  expect(smallBeside(`${FOLDER}square.jpg`)).not.toContain(`${FOLDER}320-wide.webp`)
  expect(smallBeside('images/wide.jpg')).toEqual([])
})
