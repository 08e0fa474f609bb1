/** What a form is told by the list that it is opened from: where to return to. */
export type WayBack = { backTo: string }

/** The address in a location's state, if it is one of the console's own. */
export function readWayBack(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('backTo' in state)) {
    return undefined
  }
  const { backTo } = state
  return typeof backTo === 'string' && /^\/(?!\/)/.test(backTo) ? backTo : undefined
}
