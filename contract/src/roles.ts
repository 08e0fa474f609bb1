/** The role of someone who is in no group. */
export const DEFAULT_ROLE = 'Teachers'
/** Teachers see the classes they are assigned to; every other role sees and arranges all of them. */
export const NOT_TEACHERS = { except: [DEFAULT_ROLE] } as const
/** The role that administers the house. */
export const ADMINS = 'Admins'

/** The application role: the first group of the identity token's groups claim, or Teachers without one. */
export function roleOf(groups: readonly string[] | undefined): string {
  return groups?.[0] ?? DEFAULT_ROLE
}

/** Whether somebody of this role sees no more of the Sunday school than the classes assigned to them. */
export function seesOnlyOwnClasses(role: string): boolean {
  return role === DEFAULT_ROLE
}
