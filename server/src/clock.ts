/** Where time comes from: the machine in production, a held clock in tests. Milliseconds since 1970. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }
