/** What goes to the trash when it is deleted; a whole series goes there as its classes. */
export const TRASH_KINDS = ['item', 'attendee', 'class'] as const
export type TrashKind = (typeof TRASH_KINDS)[number]

/** The number of days after which it is deleted for good. */
export const TRASH_DAYS = 30
export const TRASH_PAGE_SIZE = 50
