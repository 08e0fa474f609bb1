/** The role of someone who is in no group. */
export const DEFAULT_ROLE = 'Teachers'
/** The role that administers the server. */
export const ADMINS = 'Admins'

/**
 * The application role: the first group of the identity token's groups claim, or Teachers without one. The groups that
 * Cognito itself makes for people from an identity provider, `<pool>_<provider>`, give no rights.
 */
export function roleOf(groups: readonly string[] | undefined, userPoolId: string): string {
  return groups?.find((group) => !group.startsWith(`${userPoolId}_`)) ?? DEFAULT_ROLE
}
