// The part of a query that is the same for every list. No schema is here, so that the browser may load it.

/** How long a search may be. */
export const MAX_SEARCH = 200

export const DIRECTIONS = ['ASC', 'DESC'] as const

/** What a list is filtered by: in a query, several values separated by commas, of which a row has one. */
export type ListFilter =
  | { kind: 'ids' }
  | { kind: 'numbers'; least: number; most: number }
  | { kind: 'words'; of: readonly string[] }

export type ListFilters = Readonly<Record<string, ListFilter>>

/** What each filter is once the server has read it. */
export type FilterValues<Fs extends ListFilters> = {
  -readonly [Name in keyof Fs]: Fs[Name] extends { of: readonly (infer Word)[] } ? Word[] : number[]
}
