import { z } from 'zod'
import type { Field, FieldOutput, Fields } from '../records/record-fields.ts'
import {
  FAMILY_PLANS,
  IMPORT_KINDS,
  IMPORT_REASONS,
  IMPORT_RIGHTS,
  IMPORTED,
  MAX_IMPORT_CELL,
  MAX_IMPORT_ROWS,
  NO_ROSTER_REASONS,
} from '../rules/import-rules.ts'
import { ATTENDEE_FIELD_NAMES, ATTENDEE_FIELDS } from '../sunday-school/attendee-record.ts'
import { COLLECTS, MAX_ADULTS } from '../sunday-school/family-record.ts'
import { SourceId } from './attendance-imports.ts'
import { Day, GREATEST, Id, oneOf, text, Uuid, wholeNumber } from './fields.ts'
import { answersOf, choice } from './record-schemas.ts'
import { route } from './route.ts'

/** A text as it stands in the file; a number or a day as it was read. */
type CellOf<F extends Field> = Exclude<FieldOutput<F>, null>

function cellsOf<const Fs extends Fields>(
  fields: Fs,
): { -readonly [Name in keyof Fs]: z.ZodOptional<z.ZodType<CellOf<Fs[Name]>, CellOf<Fs[Name]>>> } {
  const entries = Object.entries(fields).map(([name, field]) => [name, cellOf(field).optional()])
  return Object.fromEntries(entries)
}

function cellOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'day':
      return Day
    case 'choice':
      return choice(field.of)
    default:
      return text(MAX_IMPORT_CELL)
  }
}

/** An adult of a family, as a file says it. */
const FileAdult = z.strictObject({
  first_name: text(MAX_IMPORT_CELL),
  last_name: text(MAX_IMPORT_CELL).default(''),
  phone: text(MAX_IMPORT_CELL).default(''),
  email: text(MAX_IMPORT_CELL).default(''),
  collects: oneOf(COLLECTS).default('no'),
})

/** A row of a file. What is left out, or is blank, stays as it is. */
const Cells = z.strictObject({
  /** The number of the attendee, when the file came from here. */
  id: Id.optional(),
  /** Kept, so that attendance of the same program finds the child. */
  source_id: SourceId.optional(),
  /** The title of the class on whose roster the child goes, or several, separated by ; or |. */
  class: text(MAX_IMPORT_CELL).optional(),
  /** What tells the row's family from the others of the file, and the family's name. */
  family: text(MAX_IMPORT_CELL).optional(),
  family_name: text(MAX_IMPORT_CELL).optional(),
  /** The row is about an adult of its family, who collects the children or not, and adds no child. */
  adult: oneOf(COLLECTS).optional(),
  /** The adults of a child's family, where the child's own row names them. */
  adults: z
    .array(FileAdult)
    .max(MAX_ADULTS)
    .meta({ description: `a list of at most ${MAX_ADULTS} adults` })
    .optional(),
  ...cellsOf(ATTENDEE_FIELDS),
})
export type ImportCells = z.output<typeof Cells>

/** What the person saw and chose: this attendee in this version, or a new one beside those of the same name. */
const Choice = z.union([
  z.strictObject({ attendee_id: Id, version: wholeNumber(1, GREATEST) }),
  z.strictObject({ beside: z.array(Id).max(500) }),
])
export type ImportChoice = z.output<typeof Choice>

/** What is kept of a child; a day that is not known is empty. */
const Content = z.object(answersOf(ATTENDEE_FIELDS)).extend({ birthdate: z.string() })
export type ImportContent = z.output<typeof Content>

/** What a row would do. */
export const PlannedRow = z.object({
  kind: oneOf(IMPORT_KINDS),
  /** What the file says, as it would be saved; blank cells are left out. */
  content: Content.partial(),
  /** Whom the row means, or every namesake whom it may mean, each with the former values of what it would change. */
  known: z.array(
    z.object({
      id: Id,
      version: z.number().int(),
      first_name: z.string(),
      last_name: z.string(),
      /** Empty when it is not known. */
      birthdate: z.string(),
      former: Content.partial(),
      /** Those of the rosters, by their series, that have the attendee already. */
      enrolled: z.array(Id).optional(),
    }),
  ),
  /** The rosters that the row names; absent where it names no class. */
  rosters: z.array(z.object({ series_id: Id, title: z.string() })).optional(),
  /** The titles it names that don't belong to exactly one series; they put nobody on a roster. */
  no_rosters: z.array(z.object({ title: z.string(), reason: oneOf(NO_ROSTER_REASONS) })).optional(),
  /** What becomes of the family that the row names; absent where the church keeps no families. */
  family: z
    .object({
      /** As the file has it; the rows of one family have the same. */
      key: z.string(),
      name: z.string(),
      kind: oneOf(FAMILY_PLANS),
      /** Whether this row puts somebody into the family, or says more of an adult. */
      adds: z.boolean(),
    })
    .optional(),
  /** The place of an earlier row of the same name that isn't anybody's yet either. */
  twin: z.number().int().optional(),
  errors: z.array(z.object({ field: z.enum(ATTENDEE_FIELD_NAMES), reason: oneOf(IMPORT_REASONS) })),
})
export type PlannedRow = z.output<typeof PlannedRow>

function rowsOf<Row extends z.ZodType>(row: Row) {
  return z
    .array(row)
    .min(1)
    .max(MAX_IMPORT_ROWS)
    .meta({ description: `a list of 1 to ${MAX_IMPORT_ROWS} rows` })
}

const SavedImport = z.object({
  id: Id,
  added: z.number().int(),
  changed: z.number().int(),
  /** How many families were made or filled, if any was. */
  families: z.number().int().optional(),
  /** The rows that were left out, by their place, because somebody changed something since the preview. */
  refused: z.array(PlannedRow.extend({ row: z.number().int() })),
})
export type SavedImport = z.output<typeof SavedImport>

export const AttendeeImport = z.object({
  id: Id,
  /** In milliseconds since 1970. */
  at: z.number().int(),
  by: z.string(),
  file_name: z.string(),
  /** What was imported: children, or what was recorded of them. */
  of: oneOf(IMPORTED),
  added: z.number().int(),
  changed: z.number().int(),
  /** How many classes came with it. */
  classes: z.number().int(),
  /** How many stays at the door came with it. */
  stays: z.number().int(),
  undone: z.number().int().nullable(),
})
export type AttendeeImport = z.output<typeof AttendeeImport>

const UndoneImport = z.object({
  removed: z.number().int(),
  restored: z.number().int(),
  /**
   * Those who stay as they are, since they were changed or are in a class by now; for attendance, those whose record
   * was changed since.
   */
  kept: z.array(z.object({ id: Id, first_name: z.string(), last_name: z.string() })),
  /** The families that stay as they are, since they were changed by now; absent where there is none. */
  kept_families: z.array(z.object({ id: Id, name: z.string() })).optional(),
})
export type UndoneImport = z.output<typeof UndoneImport>

const MAX_BODY = 16 * 1024 * 1024

export const attendeeImportRoutes = {
  list: route('GET', '/attendees/imports', {
    summary: 'The imports of attendees and of attendance of the last thirty days, the latest first',
    who: IMPORT_RIGHTS,
    answer: z.array(AttendeeImport),
  }),
  preview: route('POST', '/attendees/imports/preview', {
    summary: 'What an import of these rows would do; nothing is saved',
    who: IMPORT_RIGHTS,
    maxBody: MAX_BODY,
    body: z.strictObject({ rows: rowsOf(Cells) }),
    answer: z.array(PlannedRow),
  }),
  save: route('POST', '/attendees/imports', {
    summary:
      'Import attendees, all in one step; rows about which something changed since their preview are left out. Repeated with the same request_id, it changes nothing',
    who: IMPORT_RIGHTS,
    maxBody: MAX_BODY,
    body: z.strictObject({
      request_id: Uuid,
      file_name: text(255),
      rows: rowsOf(Cells.extend({ choice: Choice })),
    }),
    answer: SavedImport,
  }),
  undo: route('POST', '/attendees/imports/undo', {
    summary: 'Undo an import, but for what was changed since',
    who: IMPORT_RIGHTS,
    body: z.strictObject({ import_id: Id }),
    answer: UndoneImport,
    errors: ['not_found'],
  }),
}
