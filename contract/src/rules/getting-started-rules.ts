// What is set up on the first evening. No schema is here, so that the browser may load it.

/** In the order in which they are offered. */
export const STEPS = ['address', 'name', 'timeZone', 'children', 'class', 'invite'] as const
export type Step = (typeof STEPS)[number]

/** The address of the first administrator until they give their own. */
export const PLACEHOLDER_ADDRESS = 'admin@vestry.local'
