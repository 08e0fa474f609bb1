import { z } from 'zod'
import { LABEL_SIZES, PRINT_OUTCOMES } from '../sunday-school/label-rules.ts'
import { MAX_BRIDGE_WAIT } from '../sunday-school/station-rules.ts'
import { printing } from './door-printers.ts'
import { oneOf, Uuid, wholeNumber } from './fields.ts'
import { route } from './route.ts'

// The calls of a bridge: a computer of the church that sends labels to printers which the server does not reach.

/** Labels that a bridge sends to a printer. */
export const PrintJob = z.object({
  request_id: Uuid,
  printer: z.object({
    name: z.string(),
    host: z.string(),
    port: z.number().int(),
    size: oneOf(LABEL_SIZES),
  }),
  pictures: printing.pictures,
  /** For so many milliseconds somebody waits to know what became of it. */
  within: z.number().int(),
})
export type PrintJob = z.output<typeof PrintJob>

export const bridgeRoutes = {
  take: route('POST', '/station/jobs', {
    summary:
      'Take the labels that wait for this bridge, each once; without any, it waits for some, so many seconds at most',
    who: 'bridgeStation',
    body: z.strictObject({ wait: wholeNumber(0, MAX_BRIDGE_WAIT) }),
    answer: z.object({ jobs: z.array(PrintJob) }),
  }),
  tell: route('PUT', '/station/jobs', {
    summary: 'Tell what became of labels that this bridge has taken',
    who: 'bridgeStation',
    body: z.strictObject({
      request_id: Uuid,
      outcome: oneOf(PRINT_OUTCOMES),
      sent: z.boolean().meta({ description: 'true or false' }),
    }),
    answer: z.object({ message: z.string() }),
  }),
}
