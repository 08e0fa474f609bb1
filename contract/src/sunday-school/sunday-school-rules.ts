// The constants of the Sunday school. No schema is here, so that the browser may load it.

export const ATTENDEE_PAGE_SIZE = 10
export const CLASS_PAGE_SIZE = 19

export const GUEST = 0
export const CHURCH_MEMBER = 1

/** `default` and `lastname` sort by last name, then first; `firstname` by first name, then last. */
export const ATTENDEE_ORDERS = ['default', 'firstname', 'lastname', 'birthdate'] as const
export type AttendeeOrder = (typeof ATTENDEE_ORDERS)[number]

export const CLASS_ORDERS = ['title', 'date'] as const
export type ClassOrder = (typeof CLASS_ORDERS)[number]

/** How a class's date is compared with the one asked for. A date without a time stands for the whole day. */
export const OPERATORS = ['eq', 'neq', 'gt', 'lt', 'gte', 'lte'] as const
export type Operator = (typeof OPERATORS)[number]

/** Which sessions of a series a change applies to: the one named, or that one and all after it. */
export const SCOPES = ['one', 'following'] as const
export type Scope = (typeof SCOPES)[number]

/** The days of the week as iCalendar names them (RFC 5545, section 3.3.10). */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** How many sessions one series may be planned with: four years of Sundays. */
export const MAX_SESSIONS = 208
export const MAX_WEEKS_APART = 52
/** How many children one call may enrol, move, take off a roster, or mark. */
export const MAX_AT_ONCE = 500
/** How long the reason of a planned absence may be. */
export const MAX_REASON = 200
/** How long a comment on an attendance may be. */
export const MAX_COMMENT = 500

/** What is known of a child in one class. Nobody is absent just because nobody has looked. */
export const ROLL_STATES = ['not_recorded', 'present', 'absent'] as const
export type RollState = (typeof ROLL_STATES)[number]

/** How many days one look at the calendar may span. */
export const MAX_CALENDAR_DAYS = 62
