import type { ListFilters } from '../rules/list-rules.ts'

// What the list of children is filtered by. No schema is here, so that the browser may load it.

export const MAX_AGE = 120

export const MEMBERSHIPS = ['guest', 'member'] as const
/** `not_reviewed`: what is known of allergies or needs was not looked at for so long that somebody should ask again. */
export const NEED_FILTERS = ['allergies', 'needs', 'not_reviewed'] as const
export const FAMILY_FILTERS = ['none', 'some'] as const

/** Of a filter's several values a child has one; only people who see all children filter by these. */
export const ATTENDEE_FILTERS = {
  /** The series on whose roster the child is. */
  series_id: { kind: 'ids' },
  membership: { kind: 'words', of: MEMBERSHIPS },
  need: { kind: 'words', of: NEED_FILTERS },
  family: { kind: 'words', of: FAMILY_FILTERS },
} as const satisfies ListFilters
export type NeedFilter = (typeof NEED_FILTERS)[number]
