import { describe, expect, it } from 'vitest'
import { createSpeedMeter, formatBytes, formatSpan } from './measures.ts'

describe('measures', () => {
  it('shows bytes in the largest unit that keeps a digit before the point', () => {
    expect(formatBytes(0, 'en')).toBe('0 B')
    expect(formatBytes(999, 'en')).toBe('999 B')
    expect(formatBytes(1_000, 'en')).toBe('1 kB')
    expect(formatBytes(24_310_000, 'en')).toBe('24.3 MB')
    expect(formatBytes(235_000_000, 'en')).toBe('235 MB')
    expect(formatBytes(2_350_000_000, 'es')).toBe('2,4 GB')
    expect(formatBytes(24_310, 'en')).toBe('24 kB')
    expect(formatBytes(99_960_000, 'en')).toBe('100 MB')
    expect(formatBytes(2.35e12, 'en')).toBe('2.4 TB')
    expect(formatBytes(2.35e16, 'en')).toBe('23,500 TB')
  })

  it('shows a span as a clock does', () => {
    expect(formatSpan(0)).toBe('0:00')
    expect(formatSpan(65.4)).toBe('1:05')
    expect(formatSpan(3723)).toBe('1:02:03')
  })

  it('gives no speed in the first second and a smoothed one afterwards', () => {
    const meter = createSpeedMeter()
    expect(meter.add(0, 0)).toBeUndefined()
    expect(meter.add(500, 500)).toBeUndefined()
    expect(meter.add(1000, 1000)).toBe(1000)
    expect(meter.add(3000, 2000)).toBe(1200)
    expect(meter.add(9000, 2249)).toBe(1200)
    expect(meter.add(3000, 2250)).toBe(960)
  })
})
