import { expect, test } from 'vitest'
import { dateFormat, numberFormat } from './intl-formats.ts'

const NOVEMBER = Date.UTC(2025, 10, 16, 12)

test('a format is made once for a language and its options', () => {
  const month = dateFormat('en', { month: 'short', timeZone: 'UTC' })
  expect(dateFormat('en', { month: 'short', timeZone: 'UTC' })).toBe(month)
  expect(month.format(NOVEMBER)).toBe('Nov')
  expect(dateFormat('es', { month: 'short', timeZone: 'UTC' }).format(NOVEMBER)).toBe('nov')
  expect(dateFormat('en', { month: 'long', timeZone: 'UTC' }).format(NOVEMBER)).toBe('November')
})

test('dates and numbers with the same options have formats of their own', () => {
  expect(dateFormat('es', {}).format(NOVEMBER)).toBe('16/11/2025')
  expect(numberFormat('es').format(2.5)).toBe('2,5')
  expect(numberFormat('en').format(2.5)).toBe('2.5')
  expect(numberFormat('en', { maximumFractionDigits: 0, style: 'percent' }).format(0.25)).toBe('25%')
})
