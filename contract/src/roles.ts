/** The role of someone who is in no group. */
export const DEFAULT_ROLE = 'Teachers'
/** The role that administers the house. */
export const ADMINS = 'Admins'

/** The application role: the first group of the identity token's groups claim, or Teachers without one. */
export function roleOf(groups: readonly string[] | undefined): string {
  return groups?.[0] ?? DEFAULT_ROLE
}
