import type { z } from 'zod'
import type { FilterValues, ListFilter, ListFilters } from '../rules/list-rules.ts'
import { GREATEST, someOf, wholeNumbers } from './fields.ts'

/** The schemas of a list's filters, for the query of its call. */
export function filterSchemas<const Fs extends ListFilters>(
  filters: Fs,
): { -readonly [Name in keyof Fs]: z.ZodOptional<z.ZodType<FilterValues<Fs>[Name], string>> } {
  const entries = Object.entries(filters).map(([name, filter]) => [name, schemaOf(filter).optional()])
  return Object.fromEntries(entries)
}

function schemaOf(filter: ListFilter) {
  switch (filter.kind) {
    case 'ids':
      return wholeNumbers(1, GREATEST)
    case 'numbers':
      return wholeNumbers(filter.least, filter.most)
    case 'words':
      return someOf(filter.of)
  }
}
