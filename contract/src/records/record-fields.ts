// What a field of a record may be, as data: from it the server makes its schemas (record-schemas.ts), and the console
// its forms: values, checks, attributes and what is sent. No schema is here, so that the browser may load it.

/**
 * `required` is what a form asks for; a field with a `default` may be left out of a call all the same. A text that is
 * `cleaned` is sanitised (see sanitize.ts) before it is kept.
 */
export type Field = { required?: true } & (
  | { kind: 'line' | 'text'; max: number; cleaned?: true }
  | { kind: 'email'; max: number }
  /**
   * `YYYY-MM-DD`. A form takes none before `since`, which is a slip of the keyboard, and with `past` none after today.
   */
  | { kind: 'day'; since?: string; past?: true }
  /** The church's wall clock, `YYYY-MM-DDTHH:MM`, with or without seconds; empty for none. */
  | { kind: 'moment' }
  /** The church's wall clock, `HH:MM`. */
  | { kind: 'time' }
  /** The path of a file below `prefix`. */
  | { kind: 'path'; prefix: string; default?: string }
  /** Null for none. */
  | { kind: 'id'; default?: number }
  | { kind: 'choice'; of: readonly string[] | readonly number[]; default?: string | number }
  /** In no order: the same members are the same list. */
  | { kind: 'set'; of: 'staff' | 'group'; max: number; default?: readonly [] }
  | { kind: 'ids'; max: number }
  /** Small records, in their order. */
  | { kind: 'rows'; of: Fields; max: number }
)

export type Fields = Readonly<Record<string, Field>>

/** What a field is once the server has read it. */
export type FieldOutput<F extends Field> = F extends { kind: 'day' }
  ? string | null
  : F extends { kind: 'id' }
    ? F extends { required: true }
      ? number
      : number | null
    : F extends { kind: 'choice'; of: readonly (infer Option)[] }
      ? Option extends number
        ? number
        : Option
      : F extends { kind: 'set' }
        ? string[]
        : F extends { kind: 'ids' }
          ? number[]
          : F extends { kind: 'rows'; of: infer Fs extends Fields }
            ? { -readonly [Name in keyof Fs]: FieldOutput<Fs[Name]> }[]
            : string

/** A record as the server reads and answers it. */
export type RecordOf<Fs extends Fields> = { -readonly [Name in keyof Fs]: FieldOutput<Fs[Name]> }

/** The names of fields, in their order. */
export function namesOf<const Fs extends Fields>(fields: Fs): (keyof Fs & string)[] {
  return Object.keys(fields)
}

/** The fields except these. */
export function without<const Fs extends Fields, Name extends keyof Fs & string>(
  fields: Fs,
  ...names: readonly Name[]
): Omit<Fs, Name> {
  const left = Object.entries(fields).filter(([name]) => !names.some((other) => other === name))
  return Object.fromEntries(left) as Omit<Fs, Name>
}

/** What a record holds in these fields, and nothing else of it. */
export function partOf<const Fs extends Fields, Whole extends Record<keyof Fs, unknown>>(
  fields: Fs,
  record: Whole,
): Pick<Whole, keyof Fs> {
  const entries = Object.keys(fields).map((name) => [name, record[name]])
  return Object.fromEntries(entries)
}

/** What a record holds when nothing was filled in. */
export function blankOf<const Fs extends Fields>(fields: Fs): Readonly<RecordOf<Fs>> {
  const entries = Object.entries(fields).map(([name, field]) => [name, blankValue(field)])
  return Object.fromEntries(entries)
}

function blankValue(field: Field) {
  switch (field.kind) {
    case 'day':
    case 'id':
      return null
    case 'choice':
      return field.default ?? field.of[0]
    case 'set':
    case 'ids':
    case 'rows':
      return []
    default:
      return ''
  }
}

/** An e-mail address, once it is trimmed and in small letters. */
export const EMAIL_PATTERN = /^[^\s\p{C}@"(),:;<>[\]\\]+@[^\s\p{C}@"(),:;<>[\]\\]+$/u
