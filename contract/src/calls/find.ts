import { z } from 'zod'
import { MAX_SEARCH } from '../rules/list-rules.ts'
import { Id, text } from './fields.ts'
import { route } from './route.ts'

/** So many of each kind are found at most. */
export const FOUND_OF_EACH = 5

/** A few of each kind, each with what its line shows and no more. */
export const Found = z.object({
  /** First those whose first or last name begins with it, by name, and then others. */
  children: z.array(
    z.object({
      id: Id,
      first_name: z.string(),
      last_name: z.string(),
      /** In years; null when it is not known. */
      age: z.number().int().nullable(),
    }),
  ),
  /** For those who may change families: by name, each with the first names of its children. */
  families: z.array(z.object({ id: Id, name: z.string(), children: z.array(z.string()) })),
  /** The newest. */
  sermons: z.array(z.object({ uuid: z.uuid(), localizedname: z.string(), event_datetime: z.string() })),
  /** The class of each series that is held next or, if none is to come, the last one. */
  classes: z.array(
    z.object({ id: Id, title: z.string(), session_datetime: z.string(), cancelled: z.boolean() }),
  ),
})
export type Found = z.output<typeof Found>

/** Somebody who signs in here. */
export const FoundPerson = z.object({ sub: z.string(), name: z.string(), email: z.string() })
export type FoundPerson = z.output<typeof FoundPerson>

const query = z.strictObject({ text: text(MAX_SEARCH) })

export const findRoutes = {
  find: route('GET', '/find', {
    summary:
      'A few children, families, sermons and classes for a text of three letters or more; Teachers find their own classes',
    query,
    answer: Found,
  }),
  // A call of its own, so that the others needn't wait for a user pool that is elsewhere, nor fail with it.
  findStaff: route('GET', '/find/staff', {
    summary: 'A few of the people who sign in, for a text of three letters or more',
    who: 'administer',
    query,
    answer: z.array(FoundPerson),
  }),
}
