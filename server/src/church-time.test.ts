import { expect, test } from 'vitest'
import { churchDay, churchTime, momentOf } from './church-time.ts'

const at = (iso: string) => ({ now: () => Date.parse(iso) })

test('the wall clock is that of the church, whatever zone the machine is in', () => {
  expect(churchTime(at('2026-11-21T23:30:00Z'), 'Europe/Madrid')).toBe('2026-11-22T00:30:00')
  expect(churchDay(at('2026-11-21T23:30:00Z'), 'Europe/Madrid')).toBe('2026-11-22')
  expect(churchDay(at('2026-11-21T23:30:00Z'), 'America/New_York')).toBe('2026-11-21')
})

test('the wall clock jumps when summer time begins', () => {
  expect(churchTime(at('2026-03-29T00:59:59Z'), 'Europe/Madrid')).toBe('2026-03-29T01:59:59')
  expect(churchTime(at('2026-03-29T01:00:00Z'), 'Europe/Madrid')).toBe('2026-03-29T03:00:00')
})

test('a year of two digits is one too', () => {
  const moment = momentOf('0026-05-03T10:30:00', 'UTC')
  expect(moment).toBe(Date.parse('0026-05-03T10:30:00Z'))
})
