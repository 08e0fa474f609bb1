import type { LockScope, Tables } from './tables.ts'

/** How many items a lock scope holds, and a number that grows with every write to it. */
export type ScopeState = Omit<Tables['lock_scope'], 'name'>

/** The query, up to the place of its one parameter. */
export const READ_SCOPE = 'select items, changes from lock_scope where name = '

export function requireScope(state: ScopeState | undefined, scope: LockScope): ScopeState {
  if (!state) {
    throw new Error(`The database has no lock scope ${scope}.`)
  }
  return state
}
