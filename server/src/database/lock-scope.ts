import type { LockScope, Tables } from './tables.ts'

/** How many items an area holds, and a number that grows with every write to it. */
export type ScopeState = Omit<Tables['area'], 'name'>

/** The query, up to the place of its one parameter. */
export const READ_SCOPE = 'select items, changes from area where name = '

export function requireScope(state: ScopeState | undefined, area: LockScope): ScopeState {
  if (!state) {
    throw new Error(`The database has no area ${area}.`)
  }
  return state
}
