// The labels of the door. No schema is here, so that the browser may load it.

/** For the child's clothes, for the adult who brought it, and for the list in the room. */
export const LABEL_KINDS = ['child', 'guardian', 'room'] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

/** How many dots the printer has across the paper and along it, and on a sheet within each label; and the dots of an inch. */
export const LABEL_DOTS = {
  brother_62x100: { width: 696, height: 1109, dpi: 300 },
  brother_29x90: { width: 306, height: 991, dpi: 300 },
  dymo_57x102: { width: 639, height: 1164, dpi: 300 },
  zebra_102x51: { width: 812, height: 406, dpi: 203 },
  a4_of_8: { width: 1099, height: 728, dpi: 300 },
  letter_of_8: { width: 945, height: 633, dpi: 300 },
} as const
export type LabelSize = keyof typeof LABEL_DOTS
export const LABEL_SIZES = Object.keys(LABEL_DOTS) as LabelSize[]

/** The printers that the server speaks to, each with the sizes that it prints. */
export const PRINTER_SIZES = {
  brother_ql: ['brother_62x100', 'brother_29x90'],
  zpl: ['zebra_102x51'],
} as const satisfies Record<string, readonly LabelSize[]>
export type PrinterKind = keyof typeof PRINTER_SIZES
export const PRINTER_KINDS = Object.keys(PRINTER_SIZES) as PrinterKind[]

/**
 * What became of a print: `silent` says that the printer does not react, `closed` that it ended the connection, and
 * `not_ready` that it says so itself, such as with its cover open.
 */
export const PRINT_OUTCOMES = ['printed', 'silent', 'closed', 'no_paper', 'not_ready'] as const
export type PrintOutcome = (typeof PRINT_OUTCOMES)[number]

/** The port that label printers listen on. */
export const PRINTER_PORT = 9100
export const MAX_PRINTER_NAME = 60
export const MAX_PRINTER_HOST = 253
/** How many labels one call prints. */
export const MAX_LABELS = 24
