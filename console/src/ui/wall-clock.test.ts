import { describe, expect, it } from 'vitest'
import { formatMonth, formatShortMonth, formatWeekday } from './days/day-headings.ts'
import { formatDay, formatShortDay, formatWallClock, toInputValue } from './wall-clock.ts'

describe('the wall clock', () => {
  it('shows a date and time as the list does, in either language', () => {
    expect(formatWallClock('2025-11-16T10:30:00', 'en')).toBe('Sun 16 Nov 2025, 10:30')
    expect(formatWallClock('2025-11-16T10:30:00', 'es')).toBe('dom 16 nov 2025, 10:30')
  })

  it('shows midnight and an hour that summer time skips as they were written', () => {
    expect(formatWallClock('2026-03-29T02:30:00', 'en')).toBe('Sun 29 Mar 2026, 02:30')
    expect(formatWallClock('2026-01-01T00:00:00', 'en')).toBe('Thu 1 Jan 2026, 00:00')
  })

  it('leaves a text that is no date as it is', () => {
    expect(formatWallClock('soon', 'en')).toBe('soon')
  })

  it('drops the part after the dot and idle seconds for the input', () => {
    expect(toInputValue('2025-11-16T10:30:00.000')).toBe('2025-11-16T10:30')
    expect(toInputValue('2025-11-16T10:30:05')).toBe('2025-11-16T10:30:05')
    expect(toInputValue('')).toBe('')
  })

  it('heads a calendar with day, month and weekday, in either language', () => {
    expect(formatDay('2026-11-15', 'en')).toBe('Sunday 15 November')
    expect(formatDay('2026-11-15', 'es')).toBe('Domingo 15 noviembre')
    expect(formatShortDay('2026-12-05', 'en')).toBe('5 Dec')
    expect(formatShortDay('2026-12-05', 'es')).toBe('5 dic')
    expect(formatMonth('2026-11', 'en')).toBe('November 2026')
    expect(formatMonth('2026-11', 'es')).toBe('Noviembre de 2026')
    expect(formatShortMonth('2026-11-15T10:30:00', 'en')).toBe('Nov')
    expect(formatShortMonth('2026-11-15', 'es')).toBe('Nov')
    expect(formatWeekday('2026-11-15', 'en', 'short')).toBe('Sun')
    expect(formatWeekday('2026-11-15', 'es', 'long')).toBe('Domingo')
  })
})
