import { z } from 'zod'
import { DOOR_RIGHTS } from '../rules/rights.ts'
import {
  LABEL_KINDS,
  LABEL_SIZES,
  MAX_LABELS,
  MAX_PRINTER_HOST,
  MAX_PRINTER_NAME,
  PRINT_OUTCOMES,
  PRINTER_KINDS,
  PRINTER_PORT,
} from '../sunday-school/label-rules.ts'
import { GREATEST, Id, IdText, line, oneOf, text, Uuid, wholeNumber } from './fields.ts'
import { route } from './route.ts'

/** A printer of labels in the church's network. */
export const Printer = z.object({
  id: Id,
  name: z.string(),
  kind: oneOf(PRINTER_KINDS),
  host: z.string(),
  port: z.number().int(),
  size: oneOf(LABEL_SIZES),
  /** The kinds of label that it prints. */
  kinds: z.array(oneOf(LABEL_KINDS)),
  /** The station that sends to it, which may have been deleted since; null where the server does. */
  bridge_id: Id.nullable(),
  /** Grows with every change; sent back with PUT, it makes the server refuse to overwrite someone else's. */
  version: z.number().int(),
})
export type Printer = z.output<typeof Printer>

const fields = {
  name: line(MAX_PRINTER_NAME),
  kind: oneOf(PRINTER_KINDS),
  host: text(MAX_PRINTER_HOST)
    .trim()
    .regex(/^[\w.:-]+$/)
    .meta({ description: 'the name or the IP address of a printer' }),
  port: wholeNumber(1, 65_535).default(PRINTER_PORT),
  size: oneOf(LABEL_SIZES),
  kinds: z
    .array(oneOf(LABEL_KINDS))
    .min(1)
    .max(LABEL_KINDS.length)
    .meta({ description: `a list of ${LABEL_KINDS.join(', ')}` }),
  bridge_id: Id.nullable().default(null).meta({ description: 'the id of a bridge, or null' }),
}
const NewPrinter = z.strictObject(fields)
const ChangedPrinter = z.strictObject({ id: Id, version: wholeNumber(1, GREATEST).optional(), ...fields })
export type PrinterContent = z.output<typeof NewPrinter>

const Saved = z.object({ message: z.string(), id: Id, version: z.number().int() })

/** A label of 62 × 100 mm has 128 kB as text. */
const MAX_ROWS = 180_000

/** What is printed, at whichever printer. */
export const printing = {
  request_id: Uuid,
  /** The codes on the labels, and whose they are: if one counts no more, nothing is printed. */
  stays: z
    .array(z.strictObject({ stay_id: Id, code: text(20) }))
    .max(100)
    .meta({ description: 'a list of at most 100 stays and codes' }),
  pictures: z
    .array(
      z.strictObject({
        width: wholeNumber(1, 2000),
        height: wholeNumber(1, 2000),
        /** Base64 of one bit a dot, 1 for black, each row filled up to whole bytes. */
        rows: z
          .base64()
          .max(MAX_ROWS)
          .meta({ description: `base64 of at most ${MAX_ROWS} characters` }),
      }),
    )
    .min(1)
    .max(MAX_LABELS)
    .meta({ description: `a list of 1 to ${MAX_LABELS} pictures` }),
}
export const MAX_PRINTING = MAX_LABELS * MAX_ROWS + 10_000
const Printing = z.object(printing)
export type Printing = z.output<typeof Printing>

/** What became of it. */
export const Printed = z.object({
  outcome: oneOf(PRINT_OUTCOMES),
  /** Whether labels came out, or may yet. */
  sent: z.boolean(),
})

export const doorPrinterRoutes = {
  list: route('GET', '/door/printers', {
    summary: 'List the printers of labels, by name',
    who: DOOR_RIGHTS,
    answer: z.array(Printer),
  }),
  create: route('POST', '/door/printers', {
    summary: 'Add a printer of labels',
    who: 'administer',
    body: NewPrinter,
    answer: Saved,
    errors: ['not_found'],
  }),
  update: route('PUT', '/door/printers', {
    summary: 'Change a printer of labels',
    who: 'administer',
    body: ChangedPrinter,
    answer: Saved,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  remove: route('DELETE', '/door/printers', {
    summary: 'Delete a printer of labels',
    who: 'administer',
    query: z.strictObject({ id: IdText }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
  print: route('POST', '/door/print', {
    summary:
      'Print labels, and say within three seconds what became of it; repeated with the same request_id, it prints nothing twice',
    who: DOOR_RIGHTS,
    body: z.strictObject({ printer_id: Id, ...printing }),
    answer: Printed,
    errors: ['not_found', 'changed_meanwhile'],
    maxBody: MAX_PRINTING,
  }),
}
