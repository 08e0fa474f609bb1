import { z } from 'zod'
import { MAX_FOLLOWED } from '../rules/news-topics.ts'
import { GREATEST, wholeNumbers } from './fields.ts'
import { EventStream, route } from './route.ts'

export const newsRoutes = {
  follow: route('GET', '/news', {
    summary: 'A stream of what changes: first the revision of everything followed, then each that is another',
    query: z.strictObject({
      /** The classes whose rolls are followed. */
      class_id: wholeNumbers(1, GREATEST, MAX_FOLLOWED).optional(),
    }),
    answer: EventStream,
    errors: ['not_found'],
  }),
}
