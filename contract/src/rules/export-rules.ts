import type { Right } from './rights.ts'

// The constants of exports. No schema is here, so that the browser may load it.

/** Lists, and a page for the family, can be about any child. */
export const EXPORT_RIGHTS = ['arrange', 'allChildren'] as const satisfies readonly Right[]

/** Who was brought and collected by whom is for those who work at the door. */
export const STAY_EXPORT_RIGHTS = [...EXPORT_RIGHTS, 'door'] as const satisfies readonly Right[]

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

/** What a list says of children only when it is asked for; `care` is allergies, needs and notes. */
export const EXPORT_PARTS = ['contacts', 'birthdates', 'care'] as const
export type ExportPart = (typeof EXPORT_PARTS)[number]

/** What a printed list says of children only when it is asked for: who collects them too, and who must not. */
export const PRINT_PARTS = [...EXPORT_PARTS, 'collectors'] as const
export type PrintPart = (typeof PRINT_PARTS)[number]
/** What a list of children says besides, where the church keeps families: a row for each family of a child. */
export const LIST_PARTS = [...EXPORT_PARTS, 'families'] as const
export type ListPart = (typeof LIST_PARTS)[number]

/** How many rows a sheet of a workbook has room for, below that of the headers. */
export const MAX_SHEET_ROWS = 2 ** 20 - 1
