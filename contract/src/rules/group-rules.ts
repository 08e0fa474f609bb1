import type { GroupRight } from './rights.ts'
import { ADMINS, DEFAULT_ROLE } from './roles.ts'

// What groups may be called. No schema is here, so that the browser may load it.

export const MAX_GROUP_NAME = 64

/** The group that is offered ready-made, and the rights that it starts with. */
export const OFFICE = 'Office'
export const OFFICE_RIGHTS = ['children', 'allChildren', 'arrange'] as const satisfies readonly GroupRight[]

/** A user pool refuses spaces, the command line all signs but these two, and no browser keeps rights under `__proto__`. */
export function isGroupName(name: string): boolean {
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(name) && name.length <= MAX_GROUP_NAME && name !== '__proto__'
}

/** Whether a group may be deleted: the two built-in groups stay. */
export function isMadeGroup(name: string): boolean {
  return name !== ADMINS && name !== DEFAULT_ROLE
}
