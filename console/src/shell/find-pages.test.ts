import { expect, test } from 'vitest'
import { rankOf } from './find-pages.ts'

test('the beginning of a name fits best, then words of it, then other words', () => {
  expect(rankOf('sett', 'Settings')).toBe(0)
  expect(rankOf('record', 'Attendance Record')).toBe(1)
  expect(rankOf('record attend', 'Attendance Record')).toBe(1)
  expect(rankOf('roll', 'Classes', 'Sunday school, roll')).toBe(2)
  expect(rankOf('classes roll', 'Classes', 'Sunday school, roll')).toBe(2)
})

test('only beginnings of words are found, without their accents and capitals', () => {
  expect(rankOf('ettings', 'Settings', 'Church name')).toBeUndefined()
  expect(rankOf('config', 'Ajustes', 'Configuración')).toBe(2)
  expect(rankOf('CONFIGURACIÓN', 'configuracion')).toBe(0)
})

test('without a text everything fits alike, and signs alone find nothing', () => {
  expect([rankOf('', 'Today'), rankOf('  ', 'Trash')]).toEqual([0, 0])
  expect(rankOf('!?', 'Today')).toBeUndefined()
})
