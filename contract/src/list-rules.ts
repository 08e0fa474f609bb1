// What every list is asked for in the same way. No schema is here, so that the browser may load it.

/** How long a search may be. */
export const MAX_SEARCH = 200

export const DIRECTIONS = ['ASC', 'DESC'] as const
