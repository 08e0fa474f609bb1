// How long each thing is kept. No schema is here, so that the browser may load it.

/** Guests who have not come, remarks on children, who came to the door and was given to whom, and the audit trail. */
export const RETENTION_RULES = ['guests', 'remarks', 'door', 'audit'] as const
export type RetentionRule = (typeof RETENTION_RULES)[number]

/** After how many months each may be removed. Entries of the audit trail go after two years in any case. */
export const RETENTION_MONTHS: Record<RetentionRule, readonly number[]> = {
  guests: [6, 12, 18, 24, 36, 60],
  remarks: [6, 12, 18, 24, 36, 60],
  door: [1, 3, 6, 12, 24, 60],
  audit: [3, 6, 12, 18],
}

/** How many names a preview shows. */
export const PREVIEWED_NAMES = 50
