import { describe, expect, it } from 'vitest'
import { plusMonths, readMonth, weeksOf } from './calendar-month.ts'

describe('the month of the calendar', () => {
  it('is the one in the address, or else that of today', () => {
    expect(readMonth('2026-11', '2025-01-31')).toBe('2026-11')
    for (const text of [null, '', '2026-13', '2026-1', '0000-01', 'soon']) {
      expect(readMonth(text, '2025-01-31')).toBe('2025-01')
    }
  })

  it('is followed by the next one, over the end of the year too', () => {
    expect(plusMonths('2026-12', 1)).toBe('2027-01')
    expect(plusMonths('2026-01', -1)).toBe('2025-12')
    expect(plusMonths('2028-02', 12)).toBe('2029-02')
  })

  it('has whole weeks, also where summer time begins or ends', () => {
    const march = weeksOf('2026-03', 1)
    expect(march[0]).toEqual([
      '2026-02-23',
      '2026-02-24',
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ])
    expect(march.at(-1)?.[6]).toBe('2026-04-05')
    expect(weeksOf('2026-02', 0)).toHaveLength(4)
    expect(weeksOf('2032-03', 1).flat()).toHaveLength(35)
    for (const [month, first] of [
      ['2026-10', 0],
      ['2026-10', 1],
      ['2032-03', 1],
    ] as const) {
      const days = weeksOf(month, first).flat()
      expect(new Set(days).size).toBe(days.length)
      expect(new Date(days[0] ?? '').getUTCDay()).toBe(first)
    }
  })
})
