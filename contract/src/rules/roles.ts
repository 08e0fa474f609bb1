/** The role of someone who is in no group. */
export const DEFAULT_ROLE = 'Teachers'
/** The role that administers the server. */
export const ADMINS = 'Admins'

/**
 * The application role: the first group of the identity token's groups claim, or Teachers without one. The groups that
 * Cognito itself makes of those who come from a provider of sign-in, `<pool>_<provider>`, are nobody's gift of rights.
 */
export function roleOf(groups: readonly string[] | undefined, userPoolId: string): string {
  return groups?.find((group) => !group.startsWith(`${userPoolId}_`)) ?? DEFAULT_ROLE
}
