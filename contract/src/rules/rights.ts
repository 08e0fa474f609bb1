import { ADMINS, DEFAULT_ROLE } from './roles.ts'

// What people may do beyond what every signed-in person may. No schema is here, so that the browser may load it.

/** The rights that an administrator gives to groups and takes from them. */
export const GROUP_RIGHTS = [
  'sermons',
  'children',
  'delete',
  'allChildren',
  'arrange',
  'safeguarding',
  'door',
  'doorOverride',
] as const
export type GroupRight = (typeof GROUP_RIGHTS)[number]

/** Only administrators may administer. */
export const RIGHTS = [...GROUP_RIGHTS, 'administer'] as const
export type Right = (typeof RIGHTS)[number]

/**
 * What the door's stations may do, and no person: a device that is about to become one, any at which people stand, and
 * those of each kind.
 */
export const STATION_RIGHTS = ['pairing', 'station', 'selfStation', 'screenStation', 'bridgeStation'] as const
export type StationRight = (typeof STATION_RIGHTS)[number]

/** Whether a call that needs these rights is one that stations make, with a key in place of a person's token. */
export function isForStations(who: readonly (Right | StationRight)[]): boolean {
  return who.some((right) => STATION_RIGHTS.some((one) => one === right))
}

/** A family can have any child of the church: whoever changes one sees all children. */
export const FAMILY_RIGHTS = ['children', 'allChildren'] as const satisfies readonly Right[]

/** Who works at the door sees every child who may come to it. */
export const DOOR_RIGHTS = ['door', 'allChildren'] as const satisfies readonly Right[]

/** What groups hold, by name, where it differs from the default. */
export type GroupRights = Record<string, GroupRight[]>

/** What teachers who do nothing but teach hold. */
export const TEACHING: readonly GroupRight[] = ['children']

/** What nobody but administrators holds until it is given. */
export const GIVEN_RIGHTS = ['safeguarding', 'door', 'doorOverride'] as const satisfies readonly GroupRight[]

/** What a role holds by default: teachers arrange no classes, everybody else does. */
export function usualRights(role: string): readonly GroupRight[] {
  const withheld: readonly GroupRight[] = role === DEFAULT_ROLE ? ['arrange', ...GIVEN_RIGHTS] : GIVEN_RIGHTS
  return GROUP_RIGHTS.filter((right) => !withheld.includes(right))
}

/** What a group other than the administrators' holds; its name may also be that of a property of every object. */
export function heldRights(group: string, set: GroupRights): readonly GroupRight[] {
  return (Object.hasOwn(set, group) ? set[group] : undefined) ?? usualRights(group)
}

export function sameRights(one: readonly GroupRight[], other: readonly GroupRight[]): boolean {
  return GROUP_RIGHTS.every((right) => one.includes(right) === other.includes(right))
}

/** What a role holds. */
export function rightsOf(role: string, set: GroupRights): readonly Right[] {
  return role === ADMINS ? RIGHTS : heldRights(role, set)
}
