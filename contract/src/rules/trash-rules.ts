/**
 * What goes to the trash when it is deleted, a whole series as its classes; and, as `merge`, an entry of a child that was
 * merged into another one.
 */
export const TRASH_KINDS = ['item', 'attendee', 'class', 'merge'] as const
export type TrashKind = (typeof TRASH_KINDS)[number]

/** The kind of what a name such as `attendee/12` means in the trash. */
export function trashKindOf(record: string): TrashKind | undefined {
  const [type] = record.split('/')
  return TRASH_KINDS.find((kind) => kind === type)
}

/** The number of days after which it is deleted for good. */
export const TRASH_DAYS = 30
export const TRASH_PAGE_SIZE = 50
