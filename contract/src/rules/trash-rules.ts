/** What lies in the trash when it is deleted; a whole series lies there as its classes. */
export const TRASH_KINDS = ['item', 'attendee', 'class'] as const
export type TrashKind = (typeof TRASH_KINDS)[number]

/** After so many days it is deleted for good. */
export const TRASH_DAYS = 30
export const TRASH_PAGE_SIZE = 50
