const HOPELESS: ReadonlySet<unknown> = new Set(['invalid_request', 'not_allowed', 'not_found'])

/** Whether the same call would fail again, however often: an address asked for what can't be. */
export function isHopeless(error: unknown): boolean {
  return error instanceof Error && 'code' in error && HOPELESS.has(error.code)
}
