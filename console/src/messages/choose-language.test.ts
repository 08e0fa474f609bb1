import { expect, test } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

test('the language chosen before wins over the browser’s', () => {
  expect(chooseLanguage('es', ['en-GB'])).toBe('es')
})

test('without a choice it is the first of the browser’s languages that the console speaks', () => {
  expect(chooseLanguage(null, ['de-DE', 'es-MX', 'en'])).toBe('es')
})

test('a browser that speaks neither gets English', () => {
  expect(chooseLanguage(null, ['de', 'fr-CH'])).toBe('en')
  expect(chooseLanguage('tlh', [])).toBe('en')
})
