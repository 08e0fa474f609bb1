import { z } from 'zod'
import { MAX_SEVERAL } from '../rules/preaching-rules.ts'
import { TRASH_KINDS, TRASH_PAGE_SIZE, type TrashKind, trashKindOf } from '../rules/trash-rules.ts'
import { attendeeRoutes } from './attendees.ts'
import { classRoutes } from './classes.ts'
import { Id, oneOf, Uuid, wholeNumberText } from './fields.ts'
import { mergeRoutes } from './merges.ts'
import { preachingRoutes } from './preaching.ts'
import { route, type Who } from './route.ts'

/**
 * A person who may delete a record may see it in the trash and restore it; without the right to all children, only the
 * children whom they deleted themselves.
 */
export const TRASH_WHO: Record<TrashKind, Who> = {
  item: preachingRoutes.remove.who,
  attendee: attendeeRoutes.remove.who,
  class: classRoutes.remove.who,
  merge: mergeRoutes.merge.who,
}

/** A deleted record by its kind and id. */
export const TrashRecord = z
  .string()
  .refine((text) => {
    const kind = trashKindOf(text)
    const id = text.slice(text.indexOf('/') + 1)
    return kind === 'item' ? /^[\w-]{1,36}$/.test(id) : kind !== undefined && /^[1-9]\d{0,8}$/.test(id)
  })
  .meta({ description: 'the kind and the id of a deleted record, such as attendee/12' })

/** One deletion. */
export const TrashEntry = z.object({
  record: z.string(),
  kind: oneOf(TRASH_KINDS),
  /** The title of a sermon or a class, or the name of a child; of a merged entry that which it had. */
  name: z.string(),
  /** The wall clock of a sermon or of the first class; empty for a child. */
  moment: z.string(),
  /** Of a merged entry the child that it went into. */
  merged_into: z.object({ id: Id, name: z.string() }).optional(),
  /** How many classes were deleted at once; 0 for anything else. */
  classes: z.number().int(),
  /** In milliseconds since 1970. */
  deleted: z.number().int(),
  deleted_by: z.string(),
  /** When it is deleted for good. */
  expires: z.number().int(),
})
export type TrashEntry = z.output<typeof TrashEntry>

const Done = z.object({ message: z.string() })

export const trashRoutes = {
  list: route('GET', '/trash', {
    summary: 'What was deleted and can be restored, the latest first; of what the caller may delete',
    query: z.strictObject({
      limit: wholeNumberText(1, 200).default(TRASH_PAGE_SIZE),
      /** The `next` of the page before. */
      after: z
        .string()
        .regex(/^\d{1,15}-[a-z]+\/[\w-]{1,36}$/)
        .meta({ description: 'the next of the page before' })
        .optional(),
    }),
    answer: z.object({ results: z.array(TrashEntry), next: z.string().nullable() }),
  }),
  restore: route('POST', '/trash/restore', {
    summary:
      'Restore what was deleted, with everything that hung on it, or take a merged entry apart again; what is there already stays',
    body: z.strictObject({ record: TrashRecord }),
    answer: Done,
    errors: ['not_found', 'already_exists', 'in_another_class', 'class_cancelled', 'changed_meanwhile'],
  }),
  restoreItems: route('POST', '/trash/restore/items', {
    summary: 'Restore several preaching items at once; those that were published again are left in the trash',
    who: preachingRoutes.remove.who,
    body: z.strictObject({
      uuids: z
        .array(Uuid)
        .min(1)
        .max(MAX_SEVERAL)
        .meta({ description: `a list of 1 to ${MAX_SEVERAL}` }),
    }),
    answer: z.object({
      message: z.string(),
      /** Those that are not in the trash. */
      missing: z.array(z.uuid()),
      /** Those that were published again in the meantime; they stay in the trash. */
      refused: z
        .array(z.object({ uuid: z.uuid(), title: z.string(), why: z.literal('already_exists') }))
        .optional(),
    }),
  }),
  remove: route('DELETE', '/trash', {
    summary: 'Delete something in the trash for good, recordings too',
    who: 'administer',
    query: z.strictObject({ record: TrashRecord }),
    answer: Done,
    errors: ['not_found'],
  }),
}
