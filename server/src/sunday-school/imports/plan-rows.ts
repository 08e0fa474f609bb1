import type {
  ImportCells,
  ImportChoice,
  ImportContent,
  PlannedRow,
} from '@vestry/contract/calls/attendee-imports.ts'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { schemasOf } from '@vestry/contract/calls/record-schemas.ts'
import { MAX_NAMESAKES } from '@vestry/contract/rules/import-rules.ts'
import { FIRST_DAY, isDay } from '@vestry/contract/rules/is-day.ts'
import {
  ATTENDEE_FIELD_NAMES,
  ATTENDEE_FIELDS,
  type AttendeeField,
  BLANK_ATTENDEE,
} from '@vestry/contract/sunday-school/attendee-record.ts'
import { personKey } from '@vestry/contract/text/person-keys.ts'
import { readHousehold } from './read-household.ts'

export type ReadRow = ReturnType<typeof readRow>
type CellContent = PlannedRow['content']
/** A row of a file, with the person's choice after they saw what it would do. */
export type ImportRow = ImportCells & { choice?: ImportChoice }
/** An attendee, with the keys by which names are compared. */
export type KnownAttendee = Attendee & { first_key: string; last_key: string }
/** `held`: nothing has changed since the choice. */
export type Plan = PlannedRow & { held: boolean }

const schemas = schemasOf(ATTENDEE_FIELDS)

/**
 * What the cells of a row would be saved as, what is wrong with them, and the keys by which its name is compared. Where
 * the church keeps families, it also says of which family the row is.
 */
export function readRow(row: ImportRow, today: string, keepsFamilies = false) {
  const content: CellContent = {}
  const errors: PlannedRow['errors'] = []
  for (const field of ATTENDEE_FIELD_NAMES) {
    const given = row[field]
    if (given === undefined || String(given).trim() === '') {
      continue
    }
    const { data } = schemas[field].safeParse(given)
    if (data === undefined || data === null) {
      errors.push({ field, reason: whyRefused(field, String(given)) })
    } else if (field === 'birthdate' && (data as string) > today) {
      errors.push({ field, reason: 'later' })
    } else if (data !== '') {
      Object.assign(content, { [field]: data })
    }
  }
  const { first_name = '', last_name = '' } = content
  const isAdult = row.adult !== undefined && keepsFamilies
  const keys = { first_key: personKey(first_name), last_key: personKey(last_name) }
  return {
    id: row.id,
    source_id: isAdult ? undefined : row.source_id,
    class: isAdult ? undefined : row.class,
    choice: row.choice,
    content: isAdult ? nameOf(content) : content,
    errors: isAdult ? errors.filter(({ field }) => field.endsWith('_name')) : errors,
    is_adult: isAdult,
    household: keepsFamilies ? readHousehold(row) : undefined,
    ...keys,
  }
}

function nameOf({ first_name, last_name }: CellContent): CellContent {
  return { ...(first_name !== undefined && { first_name }), ...(last_name !== undefined && { last_name }) }
}

function whyRefused(field: AttendeeField, text: string): PlannedRow['errors'][number]['reason'] {
  const rule = ATTENDEE_FIELDS[field]
  if ('max' in rule && text.length > rule.max) {
    return 'too_long'
  }
  return isDay(text) && text < FIRST_DAY ? 'earlier' : 'empty'
}

/**
 * What each row would do, given the attendees that the rows may mean: those with their ids, and all with their names. A
 * choice that still holds decides; if it no longer does, the row is left as a preview would show it now.
 */
export function planRows(rows: readonly ReadRow[], present: readonly KnownAttendee[]): Plan[] {
  const byId = new Map(present.map((child) => [child.id, child]))
  const byName = Map.groupBy(present, joinKeys)
  const byBirth = Map.groupBy(present, (child) => birthKey(joinKeys(child), child.birthdate))
  const taken = new Map<number, CellContent>()
  const sources = new Set<string>()
  const firstOfName = new Map<string, number>()

  return rows.map((row, place) => {
    const { content, choice } = row
    const errors = [...row.errors]
    const plan = (
      kind: PlannedRow['kind'],
      children: readonly KnownAttendee[],
      more?: Partial<Plan>,
    ): Plan => {
      const known = children.map((child) => toKnown(child, content))
      return { kind, content, known, errors, held: true, ...more }
    }
    const named = row.id === undefined || row.is_adult ? undefined : byId.get(row.id)
    const needed = named
      ? []
      : row.is_adult
        ? (['first_name'] as const)
        : (['first_name', 'last_name'] as const)
    for (const field of needed) {
      if (content[field] === undefined && !errors.some((error) => error.field === field)) {
        errors.push({ field, reason: 'empty' })
      }
    }
    if (errors.length > 0) {
      return plan('error', [])
    }
    if (row.is_adult) {
      return plan('adult', [])
    }
    const twice = (): Plan => {
      errors.push({ field: 'first_name', reason: 'twice' })
      return plan('error', [], { held: false })
    }
    const name = joinKeys(row)
    const source = row.source_id && `${row.source_id.source}\n${row.source_id.id}`
    const counted = source !== undefined && sources.has(source)
    if (source !== undefined) {
      sources.add(source)
    }
    if (counted && named === undefined) {
      return twice()
    }
    const namesakes = byName.get(name) ?? []
    const areMany = namesakes.length > MAX_NAMESAKES
    const means = (child: KnownAttendee, held: boolean): Plan => {
      const earlier = taken.get(child.id)
      if (earlier !== undefined && !saysNoMore(content, earlier)) {
        return twice()
      }
      if (earlier !== undefined) {
        return plan('same', [Object.assign({}, child, earlier)], { held })
      }
      taken.set(child.id, content)
      const { former } = toKnown(child, content)
      return plan(Object.keys(former).length === 0 ? 'same' : 'changed', [child], { held })
    }

    if (choice !== undefined && 'beside' in choice) {
      if (!areMany && namesakes.every(({ id }) => choice.beside.includes(id))) {
        return plan('new', [])
      }
    } else if (choice !== undefined) {
      const child = byId.get(choice.attendee_id)
      if (child?.version === choice.version) {
        return means(child, true)
      }
    }
    const held = choice === undefined
    if (named) {
      return means(named, held)
    }
    const same = content.birthdate === undefined ? [] : byBirth.get(birthKey(name, content.birthdate))
    const [only, ...others] = same ?? []
    if (only !== undefined && others.length === 0) {
      return means(only, held)
    }
    if (areMany) {
      errors.push({ field: 'first_name', reason: 'too_many_namesakes' })
      return plan('error', [], { held })
    }
    const twin = firstOfName.get(name)
    firstOfName.set(name, twin ?? place)
    if (namesakes.length > 0 || twin !== undefined) {
      return plan('namesake', namesakes, { held, ...(twin !== undefined && { twin }) })
    }
    return plan('new', [], { held })
  })
}

/** Whether a later row about a child repeats what an earlier one says, as in a list of rosters. */
function saysNoMore(content: CellContent, earlier: CellContent): boolean {
  return ATTENDEE_FIELD_NAMES.every(
    (field) => content[field] === undefined || content[field] === earlier[field],
  )
}

export function joinKeys({ first_key, last_key }: Pick<KnownAttendee, 'first_key' | 'last_key'>): string {
  return `${last_key}\n${first_key}`
}

function birthKey(name: string, birthdate: string | null): string {
  return `${name}\n${birthdate ?? ''}`
}

/** An attendee, with the former values of what a row would change. */
function toKnown(child: KnownAttendee, content: CellContent): PlannedRow['known'][number] {
  const { id, version, first_name, last_name } = child
  const current = contentOf(child)
  const changing = ATTENDEE_FIELD_NAMES.filter(
    (field) => content[field] !== undefined && !isSame(content[field], current[field]),
  )
  const former = Object.fromEntries(changing.map((field) => [field, current[field]]))
  return { id, version, first_name, last_name, birthdate: current.birthdate, former }
}

/** Files don't keep white space at the ends of a cell, nor which line ending it had. */
function isSame(one: string | number, other: string | number): boolean {
  const [a, b] = [one, other].map((value) => String(value).replace(/\r\n?/g, '\n').trim())
  return a === b
}

/** What is kept of an attendee, in the form of the database. */
export function contentOf(child: Pick<Attendee, AttendeeField>): ImportContent {
  const content = Object.fromEntries(ATTENDEE_FIELD_NAMES.map((name) => [name, child[name]]))
  return { ...BLANK_ATTENDEE, ...content, birthdate: child.birthdate ?? '' }
}
