import { z } from 'zod'
import { RETENTION_MONTHS, RETENTION_RULES } from '../rules/retention-rules.ts'
import { GREATEST, Id, oneOf, wholeNumber, wholeNumberText } from './fields.ts'
import { route } from './route.ts'

const MAX_MONTHS = Math.max(...Object.values(RETENTION_MONTHS).flat())

/** For how many months a rule keeps what it names; 0 when it is off. */
const Months = z.object({ rule: oneOf(RETENTION_RULES), months: z.number().int() })

/** What a rule would remove now. */
const Preview = z.object({
  count: z.number().int(),
  /** For a rule about children, the first fifty by last name, with the day they were last seen. */
  children: z.array(
    z.object({ id: Id, first_name: z.string(), last_name: z.string(), last_seen: z.string() }),
  ),
})
export type RetentionPreview = z.output<typeof Preview>

export const retentionRoutes = {
  list: route('GET', '/settings/retention', {
    summary: 'For how many months guests, remarks, stays at the door and the audit trail are kept',
    who: 'administer',
    answer: z.array(Months),
  }),
  preview: route('GET', '/settings/retention/preview', {
    summary: 'What a rule would remove now',
    who: 'administer',
    query: z.strictObject({ rule: oneOf(RETENTION_RULES), months: wholeNumberText(1, MAX_MONTHS) }),
    answer: Preview,
  }),
  change: route('PUT', '/settings/retention', {
    summary: 'Switch a rule on, with the count that its preview showed, or off with 0 months',
    who: 'administer',
    body: z.strictObject({
      rule: oneOf(RETENTION_RULES),
      months: wholeNumber(0, MAX_MONTHS),
      /** If there is more to remove by now, the rule stays as it is. */
      shown: wholeNumber(0, GREATEST).default(0),
    }),
    answer: z.object({ message: z.string() }),
    errors: ['changed_meanwhile'],
  }),
}
