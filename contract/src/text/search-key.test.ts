import { expect, test } from 'vitest'
import { nameKey, searchKey } from './search-key.ts'

test.each([
  ['José García', 'jose garcia'],
  ['  Día\t de  Acción ', 'dia de accion'],
  ['ΛΌΓΟΣ', 'λογοσ'],
  ['İstanbul', 'istanbul'],
  ['Юность', 'юность'],
  ['恵み', '恵み'],
])('names are compared without case, accents and doubled spaces: %j', (name, key) => {
  expect(nameKey(name)).toBe(key)
})

test('a name keeps its signs', () => {
  expect(nameKey('Q&A')).not.toBe(nameKey('QA'))
})

test.each([
  ['John 3:16', 'john 316'],
  ["Don't worry", 'dont worry'],
  ['100% grace', '100 grace'],
  ['snake_case', 'snakecase'],
  ['C:\\temp', 'ctemp'],
  ['¿Quién soy?', 'quien soy'],
  ['Mt. 5,1-12', 'mt. 5,1-12'],
  ['%', ''],
  ['a\u0000b', 'ab'],
])('a title is searched without the signs that the search box removes: %j', (title, key) => {
  expect(searchKey(title)).toBe(key)
})

test('composed and decomposed letters are one', () => {
  expect(searchKey('Ma\u00f1ana')).toBe(searchKey('Man\u0303ana'))
})
