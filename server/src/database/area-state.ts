import type { AreaName, Tables } from './tables.ts'

/** How many items an area holds, and a number that grows with every write to it. */
export type AreaState = Omit<Tables['area'], 'name'>

/** The query, up to the place of its one parameter. */
export const READ_AREA = 'select items, changes from area where name = '

export function requireArea(state: AreaState | undefined, area: AreaName): AreaState {
  if (!state) {
    throw new Error(`The database has no area ${area}.`)
  }
  return state
}
