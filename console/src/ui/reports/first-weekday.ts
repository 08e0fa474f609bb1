import type { WeekStart } from '@vestry/contract/rules/church-setting-rules.ts'

/** Where weeks begin on Sunday (CLDR), among the countries in which our languages are spoken. */
const SUNDAY_FIRST = new Set(
  'AU BZ CA CO DO GT HN IN JM KE MX NI PA PE PH PR PY SA SG SV US VE ZA ZW'.split(' '),
)
export type Weekday = 0 | 1 | 6
const WEEKDAYS = { sunday: 0, monday: 1, saturday: 6 } as const

/**
 * The day on which the week begins, as the church has set it or as it is usual where the language is spoken: 0 is
 * Sunday.
 */
export function firstWeekday(
  language: string,
  preferred: readonly string[],
  set: WeekStart = 'language',
): Weekday {
  if (set !== 'language') {
    return WEEKDAYS[set]
  }
  const own = preferred.find((tag) => tag.split('-')[0] === language) ?? language
  return SUNDAY_FIRST.has(new Intl.Locale(own).maximize().region ?? '') ? 0 : 1
}
