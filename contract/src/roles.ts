/** The role of someone who is in no group. */
export const DEFAULT_ROLE = 'Teachers'
/** Teachers see the classes they are assigned to; every other role sees and arranges all of them. */
export const NOT_TEACHERS = { except: [DEFAULT_ROLE] } as const
/** The role that administers the server. */
export const ADMINS = 'Admins'

/**
 * The application role: the first group of the identity token's groups claim, or Teachers without one. The groups that
 * Cognito itself makes of those who come from a provider of sign-in, `<pool>_<provider>`, are nobody's gift of rights.
 */
export function roleOf(groups: readonly string[] | undefined, userPoolId: string): string {
  return groups?.find((group) => !group.startsWith(`${userPoolId}_`)) ?? DEFAULT_ROLE
}

/** Whether somebody of this role sees no more of the Sunday school than the classes assigned to them. */
export function seesOnlyOwnClasses(role: string): boolean {
  return role === DEFAULT_ROLE
}
