import type { Repeat } from '@vestry/contract/calls/classes.ts'
import { WEEKDAYS } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../http/api-errors.ts'
import { sessionTimes } from './session-times.ts'

const SUNDAYS: Repeat = { every: 1, weekdays: ['SU'], times: 3 }
const daysOf = (times: readonly string[]) => times.map((time) => time.slice(0, 10))

function flawOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof ApiError) {
      return error.answer
    }
    throw error
  }
  throw new Error('Nothing was refused.')
}

test('the first session is on the first day that fits, at or after the start', () => {
  expect(sessionTimes('2026-05-03T10:30:00', SUNDAYS)).toEqual([
    '2026-05-03T10:30:00',
    '2026-05-10T10:30:00',
    '2026-05-17T10:30:00',
  ])
  expect(daysOf(sessionTimes('2026-05-04T10:30:00', SUNDAYS))).toEqual([
    '2026-05-10',
    '2026-05-17',
    '2026-05-24',
  ])
})

test('weeks are counted from that of the first session, and begin on Monday', () => {
  const repeat: Repeat = { every: 2, weekdays: ['SU', 'TU'], times: 4 }
  expect(daysOf(sessionTimes('2026-05-06T18:00:00', repeat))).toEqual([
    '2026-05-10',
    '2026-05-19',
    '2026-05-24',
    '2026-06-02',
  ])
})

test('the last day is one of the series', () => {
  const until = (day: string) =>
    sessionTimes('2026-05-03T23:59:59', { every: 1, weekdays: ['SU'], until: day }).length
  expect([until('2026-05-03'), until('2026-05-16'), until('2026-05-17')]).toEqual([1, 2, 3])
})

test('a weekday named twice counts once', () => {
  expect(sessionTimes('2026-05-03T10:30:00', { ...SUNDAYS, weekdays: ['SU', 'SU'] })).toHaveLength(3)
})

describe('the wall clock stays the same when summer time begins or ends', () => {
  test.each([
    ['Madrid, spring', '2026-03-22T10:30:00', ['2026-03-22', '2026-03-29', '2026-04-05']],
    ['Madrid, autumn', '2026-10-18T10:30:00', ['2026-10-18', '2026-10-25', '2026-11-01']],
    ['New York, spring', '2026-03-01T10:30:00', ['2026-03-01', '2026-03-08', '2026-03-15']],
    ['New York, autumn', '2026-10-25T10:30:00', ['2026-10-25', '2026-11-01', '2026-11-08']],
  ])('%s', (_, start, days) => {
    expect(sessionTimes(start, SUNDAYS)).toEqual(days.map((day) => `${day}T10:30:00`))
  })

  test('a time that does not exist on that day stays as it was planned', () => {
    expect(sessionTimes('2026-03-22T02:30:00', { ...SUNDAYS, times: 2 })[1]).toBe('2026-03-29T02:30:00')
  })
})

test('four years of Sundays are the most', () => {
  const until = (day: string) =>
    sessionTimes('2026-05-03T10:30:00', { every: 1, weekdays: ['SU'], until: day })
  expect(until('2030-04-27')).toHaveLength(208)
  const tooMany = {
    error: 'invalid_request',
    message: 'That would be more than 208 classes. Let the series end earlier.',
    field: 'repeat',
  }
  expect(flawOf(() => until('2030-04-28'))).toEqual(tooMany)
  expect(flawOf(() => until('9999-12-31'))).toEqual(tooMany)
})

test('a series that ends before it begins is refused', () => {
  expect(
    flawOf(() => sessionTimes('2026-05-04T10:30:00', { every: 1, weekdays: ['SU'], until: '2026-05-09' })),
  ).toEqual({
    error: 'invalid_request',
    message: 'No class would be held: the series ends before its first day.',
    field: 'repeat',
  })
})

test('a series ends with the calendar', () => {
  expect(daysOf(sessionTimes('9999-12-20T10:30:00', SUNDAYS))).toEqual(['9999-12-26'])
})

test('the plan is what counting days by hand gives', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 300; round += 1) {
    const start = new Date(Date.UTC(2026, 0, 1 + random(1500))).toISOString().slice(0, 10)
    const weekdays = WEEKDAYS.filter(() => random(3) === 0)
    const repeat: Repeat = {
      every: 1 + random(5),
      weekdays: weekdays.length > 0 ? weekdays : ['SU'],
      times: 1 + random(30),
    }
    expect(daysOf(sessionTimes(`${start}T10:30:00`, repeat))).toEqual(countByHand(start, repeat))
  }
})

test('a skipped date is left out, and made up for where the number of classes is given', () => {
  const until: Repeat = { every: 1, weekdays: ['SU'], until: '2026-05-24' }
  const skip = ['2026-05-10', '2026-05-11']
  expect(daysOf(sessionTimes('2026-05-03T10:30:00', { ...until, skip }))).toEqual([
    '2026-05-03',
    '2026-05-17',
    '2026-05-24',
  ])
  expect(daysOf(sessionTimes('2026-05-03T10:30:00', { ...SUNDAYS, skip }))).toEqual([
    '2026-05-03',
    '2026-05-17',
    '2026-05-24',
  ])
  const none = { ...until, skip: ['2026-05-03', '2026-05-10', '2026-05-17', '2026-05-24'] }
  expect(flawOf(() => sessionTimes('2026-05-03T10:30:00', none))).toMatchObject({
    message: 'No class would be held: every date is skipped.',
    field: 'repeat',
  })
})

describe('a plan with skipped dates is what the rule of iCalendar gives without them', () => {
  afterEach(() => vi.unstubAllEnvs())

  test.each(['Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'])('in %s', (TZ) => {
    vi.stubEnv('TZ', TZ)
    const day = fc.integer({ min: 0, max: 6000 }).map((days) => dayAfter('2020-01-01', days))
    const rhythm = fc.record({
      start: day,
      time: fc.constantFrom('02:30:00', '10:30:00', '23:59:59'),
      every: fc.integer({ min: 1, max: 6 }),
      weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
      weeks: fc.integer({ min: 1, max: 20 }),
      skipped: fc.array(fc.nat({ max: 60 }), { maxLength: 10 }),
    })
    fc.assert(
      fc.property(rhythm, ({ start, time, every, weekdays, weeks, skipped }) => {
        const until = dayAfter(start, weeks * 7)
        const all = ruleOf(`${start}T${time}`, { every, weekdays, until })
        const skip = skipped.flatMap((at) => daysOf(all)[at] ?? [])
        const held = all.filter((one) => !skip.includes(one.slice(0, 10)))
        fc.pre(held.length > 0)
        expect(sessionTimes(`${start}T${time}`, { every, weekdays, until, skip })).toEqual(held)
        expect(
          sessionTimes(`${start}T${time}`, { every, weekdays, times: held.length, skip: [...skip, ...skip] }),
        ).toEqual(held)
      }),
      { numRuns: 60 },
    )
  })
})

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * The times that a library gives, beginning with the first day that fits; it gets the wall clock as if that were UTC.
 */
function ruleOf(start: string, { every, weekdays, until }: Omit<Repeat, 'times' | 'skip'>): string[] {
  const occurrences = (from: string, interval: number, end: string) =>
    new RRuleTemporal({
      rruleString: `DTSTART:${compact(from)}\nRRULE:FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${weekdays};WKST=MO;${end}`,
    })
      .all()
      .map((one) => one.toString().slice(0, 19))
      .filter((one) => one >= start)
  const [first] = occurrences(start, 1, 'COUNT=2')
  return first === undefined ? [] : occurrences(first, every, `UNTIL=${compact(`${until}T23:59:59`)}`)
}

function compact(time: string): string {
  return `${time.replace(/[-:]/g, '')}Z`
}

function countByHand(start: string, { every, weekdays, times = 0 }: Repeat): string[] {
  const found: string[] = []
  let firstMonday = Number.NaN
  for (let day = Date.parse(start) / 86_400_000; found.length < times; day += 1) {
    // The first of January 1970 was a Thursday.
    const weekday = (day + 3) % 7
    if (!weekdays.includes(WEEKDAYS[weekday] ?? 'MO')) {
      continue
    }
    const monday = day - weekday
    firstMonday = Number.isNaN(firstMonday) ? monday : firstMonday
    if (((monday - firstMonday) / 7) % every === 0) {
      found.push(new Date(day * 86_400_000).toISOString().slice(0, 10))
    }
  }
  return found
}
