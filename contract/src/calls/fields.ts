import { z } from 'zod'
import { FIRST_DAY } from '../rules/is-day.ts'
import { sanitize, sanitizeLines } from '../text/sanitize.ts'

// The kinds of value that queries and bodies are made of. Each says in its description what it must be:
// the API's refusals ("limit must be a whole number from 1 to 100.") and the OpenAPI document both use it.

/** What every column of whole numbers can keep. */
export const GREATEST = 2 ** 31 - 1
/** Control characters, except those that separate words and lines. */
const NOT_TYPED = /(?![\t\n\r])\p{Cc}/gu

/** A whole number in a body. */
export function wholeNumber(min: number, max: number) {
  return z
    .number()
    .int()
    .min(min)
    .max(max)
    .meta({ description: range(min, max) })
}

/** A whole number in a query, where it arrives as text. */
export function wholeNumberText(min: number, max: number) {
  return z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max))
    .meta({ type: 'integer', minimum: min, maximum: max, description: range(min, max) })
}

function range(min: number, max: number): string {
  return max === GREATEST && min === 1 ? 'a whole number above 0' : `a whole number from ${min} to ${max}`
}

export const Id = wholeNumber(1, GREATEST)
export const IdText = wholeNumberText(1, GREATEST)

/** One line of text that a person typed, without white space at its ends. */
export function line(max: number) {
  return text(max)
    .trim()
    .min(1)
    .refine((value) => !/[\r\n\u2028\u2029]/.test(value))
    .meta({ description: `a text of 1 to ${max} characters` })
}

/** Text of any number of lines; it may be empty. */
export function text(max: number) {
  return (
    z
      .string()
      .max(max)
      // Half of a surrogate pair isn't a letter, and no database keeps it as it came.
      .refine((value) => !value.includes('\0') && value.isWellFormed())
      .meta({ description: `a text of at most ${max} characters` })
  )
}

/** Text that stays as it was typed, except for control characters; null and blank text are empty. */
export function typedText(max: number) {
  return text(max)
    .nullable()
    .transform((typed) => (typed ?? '').replace(NOT_TYPED, ''))
    .transform((typed) => (typed.trim() === '' ? '' : typed))
    .meta({ type: 'string', description: `a text of at most ${max} characters` })
}

/** One line that is sanitised (see {@link sanitize}) and must not be empty afterwards. */
export function cleanLine(max: number) {
  return text(max)
    .transform(sanitize)
    .pipe(z.string().min(1).max(max))
    .meta({
      type: 'string',
      description: `a text of at most ${max} characters that keeps at least one of them once it is cleaned`,
    })
}

/** One line that is sanitised and may be empty; a missing one or null is empty too. */
export function cleanText(max: number) {
  return cleanedBy(sanitize, max)
}

/** The same for several lines, which are kept apart. */
export function cleanLines(max: number) {
  return cleanedBy(sanitizeLines, max)
}

function cleanedBy(clean: (text: string) => string, max: number) {
  return text(max)
    .nullish()
    .transform((value) => clean(value ?? ''))
    .pipe(z.string().max(max))
    .meta({ type: 'string', description: `a text of at most ${max} characters` })
}

/** Comma-separated whole numbers, such as `3,7`; each at most once in the output. */
export function wholeNumbers(min: number, max: number, maxLength = 100) {
  return z
    .string()
    .regex(/^\s*\d{1,10}\s*(,\s*\d{1,10}\s*)*$/)
    .transform((list) => [...new Set(list.split(',').map(Number))])
    .pipe(z.array(z.number().int().min(min).max(max)).max(maxLength))
    .meta({
      type: 'string',
      description: `a list such as ${min},${min + 1} of at most ${maxLength} numbers`,
    })
}

/** Some of the words listed, separated by commas; each at most once in the output. */
export function someOf<const Words extends readonly string[]>(words: Words) {
  return z
    .string()
    .transform((list) => [...new Set(list.split(','))])
    .pipe(z.array(z.enum(words)))
    .meta({ type: 'string', description: `a list of ${words.join(', ')}` })
}

/** One of the words listed. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words).meta({ description: `one of ${words.join(', ')}` })
}

/** `true` or `false`, as a query writes it. */
export const YesText = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
  .meta({ type: 'boolean', description: 'true or false' })

/** A day, `YYYY-MM-DD`. */
export const Day = z.iso.date().meta({ description: 'a date such as 2026-05-03' })

/** A day that is written down, from {@link FIRST_DAY} on. */
export const WrittenDay = Day.refine(isWritten).meta({ description: 'a date such as 2026-05-03' })

function isWritten(time: string): boolean {
  return time >= FIRST_DAY
}

export const Uuid = z.uuid().toLowerCase().meta({ description: 'a UUID' })

/**
 * The church's wall clock, `YYYY-MM-DDTHH:MM:SS`, without a zone. Seconds may be left out, and the part
 * after a dot is dropped.
 */
export const WallClock = z
  .string()
  .transform((value) => value.trim().split('.')[0]?.replace(' ', 'T') ?? '')
  .transform((value) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? `${value}:00` : value))
  .pipe(z.iso.datetime({ local: true, offset: false, precision: 0 }).refine((value) => !value.endsWith('Z')))
  .meta({ type: 'string', description: 'a date and time such as 2026-05-03T10:30:00' })

/** The same when it is written down, from {@link FIRST_DAY} on. */
export const EventDateTime = WallClock.refine(isWritten).meta(WallClock.meta() ?? {})

/** A day, or a date and time, of the church's wall clock. */
export const DayOrDateTime = z
  .union([z.iso.date(), WallClock])
  .meta({ type: 'string', description: 'a date such as 2026-05-03, or a date and time' })
