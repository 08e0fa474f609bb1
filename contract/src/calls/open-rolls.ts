import { z } from 'zod'
import { Id, IdText, Uuid } from './fields.ts'
import { route } from './route.ts'

/** More rolls than this nobody has open at once. */
export const MAX_OPEN_ROLLS = 50

/** A roll that somebody's device had open, or had marks of that were not sent, when nothing more was heard of it. */
export const SilentRoll = z.object({
  class_id: Id,
  class_title: z.string(),
  /** Whose device it is. */
  by: z.string(),
  /** Since when, and when it was last heard of; in milliseconds. */
  since: z.number().int(),
  heard: z.number().int(),
})
export type SilentRoll = z.output<typeof SilentRoll>

export const openRollRoutes = {
  say: route('PUT', '/attendance/open-rolls', {
    summary: 'Say which rolls a device has open or has not sent all of; it has left every other one',
    body: z.strictObject({
      device: Uuid,
      class_ids: z
        .array(Id)
        .max(MAX_OPEN_ROLLS)
        .meta({ description: `a list of at most ${MAX_OPEN_ROLLS} ids` }),
    }),
    answer: z.object({ message: z.string() }),
  }),
  listSilent: route('GET', '/attendance/open-rolls', {
    summary:
      "The rolls that other people's devices have not left today, and have been silent about for more than two minutes, of the classes of the one who asks",
    query: z.strictObject({ class_id: IdText.optional() }),
    answer: z.array(SilentRoll),
  }),
}
