import { expect, test } from 'vitest'
import { isObjectPath } from './media.ts'

const isPoster = (rest: string) => isObjectPath(`images/${rest}`, 'images/')

test('a path has a name behind its folder, and none of its parts is empty', () => {
  expect(isPoster('a.jpg')).toBe(true)
  expect(isPoster('2026/a.jpg')).toBe(true)
  for (const rest of ['', '/', '/a.jpg', 'a/', '2026//a.jpg', './a.jpg', '../a.jpg', '2026/..']) {
    expect([rest, isPoster(rest)]).toEqual([rest, false])
  }
  expect(isObjectPath('image', 'image')).toBe(false)
  expect(isObjectPath('other/a.jpg', 'images/')).toBe(false)
})

test('a path has at most 512 characters and 1024 bytes, and none that steers a terminal', () => {
  expect(isPoster('a'.repeat(505))).toBe(true)
  expect(isPoster('a'.repeat(506))).toBe(false)
  expect(isPoster('ぱ'.repeat(339))).toBe(true)
  expect(isPoster('ぱ'.repeat(340))).toBe(false)
  for (const odd of ['\u0000', '\u001f', '\u007f', '\\']) {
    expect(isPoster(`a${odd}b`)).toBe(false)
  }
})
