import { z } from 'zod'
import { STEPS } from '../rules/getting-started-rules.ts'
import { oneOf, text } from './fields.ts'
import { route } from './route.ts'

export const gettingStartedRoutes = {
  find: route('GET', '/getting-started', {
    summary: 'What a church sets up at first, and which of it is done; empty once all is, or it was put away',
    who: 'administer',
    query: z.strictObject({
      /** The time zone of the browser: a church whose time zone is the same has it right. */
      timeZone: text(64).optional(),
    }),
    answer: z.object({ steps: z.array(z.object({ step: oneOf(STEPS), done: z.boolean() })) }),
  }),
}
