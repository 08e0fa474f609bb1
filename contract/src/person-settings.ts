import { z } from 'zod'
import { oneOf } from './fields.ts'
import { LANDINGS } from './landings.ts'
import { route } from './route.ts'

/** What somebody has set for themselves, on every device. */
export const PersonSettings = z.strictObject({ landing: oneOf(LANDINGS) })
export type PersonSettings = z.output<typeof PersonSettings>

export const personSettingRoutes = {
  find: route('GET', '/account/settings', {
    summary: 'What the caller has set for themselves',
    answer: PersonSettings,
  }),
  change: route('PUT', '/account/settings', {
    summary: 'Change what the caller has set for themselves',
    body: PersonSettings,
    answer: z.object({ message: z.string() }),
  }),
}
