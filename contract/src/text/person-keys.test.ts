import { expect, test } from 'vitest'
import { personKey, personKeys, searchWords } from './person-keys.ts'

test.each([
  ['José García', 'jose garcia'],
  ['OʼBrien', 'obrien'],
  ['Ana-María', 'ana maria'],
  ['St. John', 'st john'],
  ['Łukasz Sørensen', 'lukasz sorensen'],
  ['Straße', 'strasse'],
  ['Iİıi', 'iiii'],
  ['ΛΌΓΟΣ', 'λογοσ'],
  ['علی‌رضا', 'علیرضا'],
  ['김', '김'],
  ['--', ''],
])('names are compared without case, accents and signs: %j', (name, key) => {
  expect(personKey(name)).toBe(key)
})

test('an index has room for the longest names and contacts there can be', () => {
  for (const letter of ['김', '恵', 'ﷺ', 'ẞ', 'Œ', '\u{1e943}', 'ΐ', 'क्']) {
    const name = letter.repeat(120 / letter.length)
    const contact = letter.repeat(200 / letter.length)
    const keys = personKeys({ first_name: name, last_name: name, parent_contact: contact })
    const bytes = Buffer.byteLength(Object.values(keys).join(''))
    // A third of a page of PostgreSQL, less the birthdate and the id.
    expect({ letter, fits: bytes < 2600 }).toEqual({ letter, fits: true })
  }
})

test('a contact is kept for the search without its signs, and its digits run together', () => {
  expect(
    personKeys({
      first_name: 'Zoë',
      last_name: 'OʼNeil',
      parent_contact: 'Ana a.b+c@example.org, (0161) 496-0',
    }),
  ).toEqual({
    first_key: 'zoe',
    last_key: 'oneil',
    search_key: 'zoe oneil ana abcexampleorg 0161 4960 01614960',
  })
})

test.each([
  [undefined, undefined],
  ['  ', undefined],
  ['%', []],
  ['---', []],
  ['García  josé', ['garcia', 'jose']],
  ["o'brien", ['obrien']],
  ['ana an', ['ana']],
  ['ana-maría', ['ana', 'maria']],
  ['a.b@example.org', ['abexampleorg']],
  ['+44 161 496', ['44161496']],
  ['0161 496', ['161496']],
  ['007', ['007']],
  ['zoe 0142', ['zoe', '0142']],
])('what is searched for is taken word by word: %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})
