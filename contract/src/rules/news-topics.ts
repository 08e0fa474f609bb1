/** The parts of the church whose changes are counted. */
export type NewsScope =
  | 'preaching'
  | 'sunday_school'
  | 'attendees'
  | 'classes'
  | 'families'
  | 'settings'
  /** Who arrives and is given back, for those who work at the door. */
  | 'door'

/**
 * What news are about: a scope, by its number of changes; the audit trail, by the number of its newest entry, for those
 * who may read it; and the roll of a class, by its revision.
 */
export type NewsTopic = NewsScope | 'audit' | `class/${number}`

/** Some topics as they are now. */
export type News = { [Topic in NewsTopic]?: string | number }

/** How many classes one stream can follow. */
export const MAX_FOLLOWED = 40
