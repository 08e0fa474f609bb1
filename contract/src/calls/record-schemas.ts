import { z } from 'zod'
import { EMAIL_PATTERN, type Field, type FieldOutput, type Fields } from '../records/record-fields.ts'
import { isObjectPath } from '../sermons/media.ts'
import {
  cleanLine,
  cleanLines,
  cleanText,
  EventDateTime,
  Id,
  line,
  oneOf,
  text,
  typedText,
  WrittenDay,
  wholeNumber,
} from './fields.ts'

/** What a call takes for a field: one that is not required or has a default may be left out. */
type SchemaOf<F extends Field> = F extends { kind: 'day' } | { cleaned: true; required?: never }
  ? z.ZodPipe<
      z.ZodOptional<z.ZodNullable<z.ZodType<string, string>>>,
      z.ZodType<FieldOutput<F>, string | null>
    >
  : F extends { default: unknown } | { kind: 'line' | 'text' | 'time'; required?: never }
    ? z.ZodDefault<z.ZodType<FieldOutput<F>, FieldOutput<F>>>
    : z.ZodType<FieldOutput<F>, FieldOutput<F>>

/** The schemas of a record's fields, for a call that takes them. */
export function schemasOf<const Fs extends Fields>(
  fields: Fs,
): { -readonly [Name in keyof Fs]: SchemaOf<Fs[Name]> } {
  const entries = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])
  return Object.fromEntries(entries)
}

/** The same for a call that keeps what is left out: no field has a default. */
export function keptWhenLeftOut<const Fs extends Fields>(
  fields: Fs,
): { -readonly [Name in keyof Fs]: z.ZodOptional<z.ZodType<FieldOutput<Fs[Name]>, FieldOutput<Fs[Name]>>> } {
  const entries = Object.entries(fields).map(([name, field]) => {
    const schema = schemaOfKind(field)
    const withoutDefault = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
    return [name, withoutDefault.optional()]
  })
  return Object.fromEntries(entries)
}

/** The schemas of a record's fields as the API answers them. */
export function answersOf<const Fs extends Fields>(
  fields: Fs,
): { -readonly [Name in keyof Fs]: z.ZodType<FieldOutput<Fs[Name]>, FieldOutput<Fs[Name]>> } {
  const entries = Object.entries(fields).map(([name, field]) => [name, answerOf(field)])
  return Object.fromEntries(entries)
}

function answerOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'day':
      return z.string().nullable()
    case 'id':
      return field.required ? Id : Id.nullable()
    case 'choice':
      return typeof field.of[0] === 'number' ? z.number().int() : z.enum(field.of as readonly string[])
    case 'set':
      return z.array(z.string())
    case 'ids':
      return z.array(Id)
    case 'rows':
      return z.array(z.object(answersOf(field.of)))
    default:
      return z.string()
  }
}

function schemaOf(field: Field): z.ZodType {
  const schema = schemaOfKind(field)
  return 'default' in field && field.default !== undefined ? schema.default(field.default) : schema
}

function schemaOfKind(field: Field): z.ZodType {
  switch (field.kind) {
    case 'line':
      if (field.required) {
        return field.cleaned ? cleanLine(field.max) : line(field.max)
      }
      return field.cleaned ? cleanText(field.max) : text(field.max).trim().default('')
    case 'text':
      return field.cleaned ? cleanLines(field.max) : typedText(field.max).default('')
    case 'email':
      return emailAddress(field.max)
    case 'day':
      return DayOrNone
    case 'moment':
      return field.required
        ? EventDateTime
        : z.union([EventDateTime, z.literal('')]).meta(EventDateTime.meta() ?? {})
    case 'time':
      return TimeOrNone
    case 'path':
      return objectPath(field.prefix, field.required)
    case 'id':
      return field.required ? Id : Id.nullable()
    case 'choice':
      return choice(field.of)
    case 'set':
      return SETS[field.of](field.max)
    case 'ids':
      return z
        .array(Id)
        .max(field.max)
        .meta({ description: `a list of at most ${field.max} whole numbers above 0` })
    case 'rows':
      return z
        .array(z.strictObject(schemasOf(field.of)))
        .max(field.max)
        .meta({ description: `a list of at most ${field.max} objects` })
  }
}

const DayOrNone = z
  .union([WrittenDay, z.literal('')])
  .nullish()
  .transform((day) => (day === '' || day === undefined ? null : day))
  .meta({ type: 'string', description: 'a date such as 2018-05-03, or nothing' })

const TimeOrNone = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/)
  .meta({ description: 'a time such as 11:30, or nothing' })
  .default('')

/** An e-mail address as it is kept: in small letters. */
function emailAddress(max: number) {
  return z
    .string()
    .trim()
    .toLowerCase()
    .max(max)
    .regex(EMAIL_PATTERN)
    .meta({ type: 'string', description: 'an e-mail address' })
}

function objectPath(prefix: string, required: true | undefined) {
  return z
    .string()
    .max(512)
    .refine((path) => isObjectPath(path, prefix) || (path === '' && !required))
    .meta({ description: `the path of a file under ${prefix}` })
}

/** One of these, without a default. */
export function choice(of: readonly string[] | readonly number[]): z.ZodType {
  const numbers = of.filter((option) => typeof option === 'number')
  return numbers.length > 0
    ? wholeNumber(Math.min(...numbers), Math.max(...numbers))
    : oneOf(of as readonly string[])
}

const SETS = {
  staff: (max: number) =>
    z
      .array(z.uuid())
      .max(max)
      .meta({ description: `a list of at most ${max} ids of staff` }),
  group: (max: number) =>
    z
      .array(z.string().regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u))
      .max(max)
      .meta({ description: `a list of at most ${max} names of groups` }),
}
