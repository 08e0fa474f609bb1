// Where a person lands. No schema is here, so that the browser may load it.

/** What opens after signing in and at the address `/`: the first one, unless a person has chosen another. */
export const LANDINGS = ['preaching', 'today', 'classes', 'calendar'] as const
export type Landing = (typeof LANDINGS)[number]
export const DEFAULT_LANDING: Landing = 'preaching'
