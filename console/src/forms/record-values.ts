import {
  EMAIL_PATTERN,
  type Field,
  type Fields,
  type RecordOf,
} from '@vestry/contract/records/record-fields.ts'
import { FIRST_DAY } from '@vestry/contract/rules/is-day.ts'
import { sanitize, sanitizeLines } from '@vestry/contract/text/sanitize.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { toInputValue } from '../ui/wall-clock.ts'
import type { FieldErrors } from './form-draft.ts'

/** A field of the contract, or one that only a form has; a number is in it as it was typed. */
export type FormField =
  | Field
  | { kind: 'flag'; required?: never }
  | { kind: 'number'; min: number; max: number; required?: true }
  | { kind: 'set'; of: readonly string[]; required?: never }

export type FormFields = Readonly<Record<string, FormField>>

/** The value of a field in a form. An id of 0, and '' for a required choice, mean that nothing is chosen yet. */
type FormValue<F extends FormField> = F extends { kind: 'id' }
  ? number
  : F extends { kind: 'flag' }
    ? boolean
    : F extends { kind: 'set'; of: readonly (infer Member)[] }
      ? readonly Member[]
      : F extends { kind: 'set' }
        ? readonly string[]
        : F extends { kind: 'ids' }
          ? readonly number[]
          : F extends { kind: 'rows'; of: infer Fs extends Fields }
            ? readonly { [Name in keyof Fs]: FormValue<Fs[Name]> }[]
            : F extends { kind: 'choice'; of: readonly (infer Option extends string | number)[] }
              ? `${Option}` | (F extends { required: true } ? '' : never)
              : string

export type FormValues<Fs extends FormFields> = { -readonly [Name in keyof Fs]: FormValue<Fs[Name]> }

/** What can be wrong with a value. */
export type Problem =
  | 'required'
  | 'tooLong'
  | 'malformed'
  | 'tooEarly'
  | 'tooLate'
  | 'notWhole'
  /** A partly typed date or time, which the browser reports as empty. */
  | 'unfinished'

export type ProblemTexts = Partial<Record<Problem, MessageKey>>

const TEXTS: ProblemTexts = {
  required: 'ui.form.required',
  tooLong: 'ui.form.tooLong',
  tooEarly: 'ui.form.tooEarly',
  unfinished: 'ui.form.unfinished',
}

/** The first values of a new record's form. */
export function blankValues<const Fs extends FormFields>(fields: Fs): FormValues<Fs> {
  return mapFields(fields, {}, blankValue) as FormValues<Fs>
}

function blankValue(field: FormField) {
  switch (field.kind) {
    case 'id':
      return field.default ?? 0
    case 'flag':
      return false
    case 'set':
    case 'ids':
    case 'rows':
      return []
    case 'choice':
      return field.required ? '' : String(field.default ?? field.of[0])
    case 'path':
      return field.default ?? ''
    default:
      return ''
  }
}

/** The first values of a loaded record's form. */
export function valuesOf<const Fs extends Fields>(fields: Fs, record: RecordOf<Fs>): FormValues<Fs> {
  return mapFields(fields, record, ({ kind }, value) => {
    if (kind === 'moment') {
      return toInputValue(String(value))
    }
    if (kind === 'id') {
      return value ?? 0
    }
    return kind === 'choice' ? String(value) : (value ?? '')
  }) as FormValues<Fs>
}

/** The fields as they are sent: cleaned, trimmed, and with an empty date as null. An empty path is left out. */
export function bodyOf<const Fs extends Fields>(fields: Fs, values: FormValues<Fs>): RecordOf<Fs> {
  return mapFields(fields, values, sentValue) as RecordOf<Fs>
}

function sentValue(field: Field, value: unknown) {
  const text = String(value)
  switch (field.kind) {
    case 'line':
      return field.cleaned ? sanitize(text) : text.trim()
    case 'text':
      return field.cleaned ? sanitizeLines(text) : text
    case 'email':
      return text.trim()
    case 'day':
      return text === '' ? null : text
    case 'path':
      return text === '' && field.required ? undefined : text
    case 'id':
      return value === 0 && !field.required ? null : value
    case 'choice':
      return typeof field.of[0] === 'number' ? Number(text) : text
    default:
      return value
  }
}

/** What is wrong with each field, in the order of the fields. `today` is the church's. */
export function findErrors<const Fs extends FormFields>(
  fields: Fs,
  values: FormValues<Fs>,
  today: string,
  texts: ProblemTexts = {},
): FieldErrors<FormValues<Fs>> {
  return mapFields(fields, values, (field, value) => {
    const problem = problemOf(field, value, today)
    return problem && problemMessage(problem, field, texts)
  }) as FieldErrors<FormValues<Fs>>
}

export function problemMessage(problem: Problem, field: FormField, texts: ProblemTexts): string {
  const key = texts[problem] ?? TEXTS[problem] ?? 'ui.form.required'
  return t(key, 'max' in field ? { max: field.max } : {})
}

function problemOf(field: FormField, value: unknown, today: string): Problem | undefined {
  if (field.kind === 'number') {
    return isWhole(String(value), field.min, field.max) ? undefined : 'notWhole'
  }
  if (field.kind === 'flag' || Array.isArray(value)) {
    return undefined
  }
  const text = String(value).trim()
  if (text === '' || value === 0) {
    return field.required && 'required'
  }
  switch (field.kind) {
    case 'line':
      return text.length > field.max ? 'tooLong' : undefined
    case 'text':
      return String(value).length > field.max ? 'tooLong' : undefined
    case 'email':
      return text.length > field.max ? 'tooLong' : EMAIL_PATTERN.test(text) ? undefined : 'malformed'
    case 'day':
      if (field.past && text > today) {
        return 'tooLate'
      }
      return field.since !== undefined && text < field.since ? 'tooEarly' : undefined
    case 'moment':
      return text < FIRST_DAY ? 'tooEarly' : undefined
    default:
      return undefined
  }
}

function isWhole(text: string, min: number, max: number): boolean {
  return /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max
}

/** A value for each field; fields for which there is none are left out. */
function mapFields<F extends FormField>(
  fields: Readonly<Record<string, F>>,
  given: Readonly<Record<string, unknown>>,
  work: (field: F, value: unknown) => unknown,
): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, field]) => [name, work(field, given[name])])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The attributes of the control of a field. */
export function attributesOf(field: FormField, today: string) {
  return {
    ...(field.required && { withAsterisk: true }),
    ...(field.kind === 'line' && { autoComplete: 'off' }),
    ...(field.kind === 'email' && { type: 'email', autoComplete: 'off' }),
    ...(field.kind === 'moment' && { type: 'datetime-local' }),
    ...(field.kind === 'time' && { type: 'time' }),
    ...(field.kind === 'day' && { type: 'date', min: field.since, max: field.past && today }),
    ...(field.kind === 'number' && {
      type: 'number',
      inputMode: 'numeric' as const,
      min: field.min,
      max: field.max,
    }),
  }
}
