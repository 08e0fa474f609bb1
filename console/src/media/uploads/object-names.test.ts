import { expect, test } from 'vitest'
import { numberedNames, randomNames, safeName, withSuffix } from './object-names.ts'

test.each([
  ['Sermon on the Mount.mp3', 'Sermon-on-the-Mount.mp3'],
  ['Predicación de niños.MP4', 'Predicación-de-niños.mp4'],
  ['주일 설교.mp4', '주일-설교.mp4'],
  ['عظة الأحد.m4a', 'عظة-الأحد.m4a'],
  ['../../etc/passwd', 'etcpasswd'],
  ['a\\b:c*d?.wav', 'abcd.wav'],
  ['a + b & c.mp3', 'a-b-c.mp3'],
  ['.hidden', 'hidden'],
  ['....mp3', 'file.mp3'],
  ['', 'file'],
  ['???', 'file'],
  ['v1.2 final.mp3', 'v1.2-final.mp3'],
  ['no suffix', 'no-suffix'],
])('%j becomes %j', (name, safe) => {
  expect(safeName(name)).toBe(safe)
})

test('a name composed in two ways becomes one', () => {
  expect(safeName('nin\u0303o.mp3')).toBe('ni\u00f1o.mp3')
})

test('a long name is cut, and keeps its suffix', () => {
  expect(safeName(`${'word '.repeat(100)}.mp3`)).toMatch(/^(word-){23}word[^/]*\.mp3$/)
})

test('a name that is taken is numbered from two', () => {
  const names = numberedNames('Hope.mp3')
  expect([names.next().value, names.next().value, names.next().value]).toEqual([
    'Hope.mp3',
    'Hope-2.mp3',
    'Hope-3.mp3',
  ])
})

test('a random name keeps the words and the suffix, and is another one each time', () => {
  const names = randomNames('Hope.mp3').take(1000).toArray()
  expect(names.every((name) => /^Hope-[\da-f]{16}\.mp3$/.test(name))).toBe(true)
  expect(new Set(names).size).toBe(1000)
})

test('the suffix says what the file became', () => {
  expect(withSuffix('Talk.one.MOV', '.mp4')).toBe('Talk.one.mp4')
  expect(withSuffix('talk', '.m4a')).toBe('talk.m4a')
})
