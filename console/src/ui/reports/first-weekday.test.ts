import { describe, expect, it } from 'vitest'
import { firstWeekday } from './first-weekday.ts'

describe('the week', () => {
  it.each([
    ['en', ['en-GB', 'en'], 1],
    ['en', ['en-US'], 0],
    ['en', ['de-DE'], 0],
    ['es', ['en-US'], 1],
    ['es', ['es-MX', 'es'], 0],
  ] as const)('of %s read with the preferences %j begins with day %i', (language, preferred, first) => {
    expect(firstWeekday(language, preferred)).toBe(first)
  })
})
