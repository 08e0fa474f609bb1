import { normalForm } from '../text/normal-form.ts'

/** When something was, as it is written: by the clock of whoever wrote it, and the moment where the zone is known. */
export type WrittenDate = { held: string; at: number | null }

/** When a service is taken to begin if nobody wrote down its time. */
export const USUAL_TIME = '10:00:00'
const LANGUAGES = 'en es de fr pt it nl ca sv da nb fi pl cs sk hu ro sl tr id el uk ru'.split(' ')
const TIME = /(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:([ap])\.?m\b\.?)?/i
const OFFSET = /^\s*(?:GMT|UTC?|Z)?\s*([+-])(\d\d):?(\d\d)\b/i
const ZONE = /^\s*([A-Z]{1,5})\b/i
const ISO_DAY = /\b(\d{4})-(\d\d)-(\d\d)(?!\d)/
const DAY_FIRST = /\b(\d{1,2})\.?[\s-]+(?:de\s+)?(\p{L}{3,})\.?,?[\s-]+(?:de[l]?\s+)?(\d{4}|\d\d)\b/u
const MONTH_FIRST = /(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d{4})\b/u
const NUMBERS = /\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b/
const HOURS: Record<string, number> = {
  ...{
    Z: 0,
    UT: 0,
    UTC: 0,
    GMT: 0,
    WET: 0,
    WEST: 1,
    BST: 1,
    CET: 1,
    CEST: 2,
    MEZ: 1,
    MESZ: 2,
    EET: 2,
    EEST: 3,
  },
  ...{ NST: -3.5, NDT: -2.5, AST: -4, ADT: -3, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6 },
  ...{ PST: -8, PDT: -7, AKST: -9, AKDT: -8, HST: -10, BRT: -3, ART: -3, CLT: -4, COT: -5, PET: -5 },
  ...{ MSK: 3, EAT: 3, CAT: 2, SAST: 2, WAT: 1, SGT: 8, HKT: 8, PHT: 8, AWST: 8, JST: 9, KST: 9 },
  ...{ ACST: 9.5, ACDT: 10.5, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13 },
}

/**
 * Reads a date as feeds write it, whatever language its month is in; undefined if there is none. Programs write
 * midnight when they know no time.
 */
export function readDate(text: string): WrittenDate | undefined {
  const time = TIME.exec(text)
  const day = dayIn(time === null ? text : text.replace(time[0], ' ').replace(/(\d)T(?=\s)/, '$1 '))
  if (day === undefined) {
    return undefined
  }
  if (time === null) {
    return { held: `${day}T${USUAL_TIME}`, at: null }
  }
  const [whole, hour = '', minute = '00', second = '00', half] = time
  const hours =
    (half === undefined ? Number(hour) : Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0)
  if (hours > 24 || Number(minute) > 59 || Number(second) > 60) {
    return { held: `${day}T${USUAL_TIME}`, at: null }
  }
  const clock = [String(hours).padStart(2, '0'), minute, second === '60' ? '59' : second].join(':')
  const zone = zoneOf(text.slice(time.index + whole.length).replace(/^\s*\d{4}\b/, ''))
  const moment = Date.parse(`${day}T00:00:00Z`) + ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000
  const isMidnight = clock === '00:00:00' || hours === 24
  return {
    held: `${day}T${isMidnight ? USUAL_TIME : clock}`,
    at: zone === undefined ? null : moment - zone * 3_600_000,
  }
}

function dayIn(text: string): string | undefined {
  const iso = ISO_DAY.exec(text)
  const first = DAY_FIRST.exec(text)
  const later = MONTH_FIRST.exec(text)
  const numbers = NUMBERS.exec(text)
  if (iso !== null) {
    return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  }
  if (first !== null) {
    return dayOf(yearOf(first[3] ?? ''), monthOf(first[2] ?? ''), Number(first[1]))
  }
  if (later !== null) {
    return dayOf(Number(later[3]), monthOf(later[1] ?? ''), Number(later[2]))
  }
  // American, as the plugins write it, unless that is no month.
  const [one, two] = [Number(numbers?.[1]), Number(numbers?.[2])]
  return numbers === null
    ? undefined
    : dayOf(Number(numbers[3]), ...(one > 12 ? ([two, one] as const) : ([one, two] as const)))
}

function dayOf(year: number, month: number | undefined, day: number): string | undefined {
  const moment = month === undefined ? Number.NaN : Date.UTC(year, month - 1, day)
  const written = Number.isNaN(moment) ? undefined : new Date(moment).toISOString().slice(0, 10)
  return written !== undefined && Number(written.slice(8)) === day && year > 1900 ? written : undefined
}

function yearOf(text: string): number {
  return text.length === 4 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900)
}

/** How many hours a zone is ahead of UTC; undefined if no known zone is named. */
function zoneOf(text: string): number | undefined {
  const [offset, sign, hours, minutes] = OFFSET.exec(text) ?? []
  if (offset !== undefined) {
    return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
  }
  return HOURS[(ZONE.exec(text)?.[1] ?? '').toUpperCase()]
}

let months: Map<string, number> | undefined

/** The month of that name, or that begins with it, in any of the languages, the earlier ones first. */
export function monthOf(name: string): number | undefined {
  months ??= namedMonths()
  const key = keyOf(name)
  const month = months.get(key)
  if (month !== undefined || key.length < 3) {
    return month
  }
  for (const [one, named] of months) {
    if (one.startsWith(key)) {
      return named
    }
  }
  return undefined
}

function namedMonths(): Map<string, number> {
  const named = new Map<string, number>()
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      for (const form of [{ month }, { month, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' })
        for (let at = 0; at < 12; at += 1) {
          const part = format.formatToParts(Date.UTC(2020, at, 1)).find(({ type }) => type === 'month')
          const key = keyOf(part?.value ?? '')
          if (/\p{L}{3}/u.test(key) && !named.has(key)) {
            named.set(key, at + 1)
          }
        }
      }
    }
  }
  return named
}

function keyOf(name: string): string {
  return normalForm(name, 'NFD')
    .replace(/\p{M}|\./gu, '')
    .toLowerCase()
}
