import { z } from 'zod'
import { LANDINGS } from '../rules/landings.ts'
import { oneOf } from './fields.ts'
import { route } from './route.ts'

/** What somebody has set for themselves, for all their devices. */
export const PersonSettings = z.strictObject({
  landing: oneOf(LANDINGS),
  /** Whether they want the emails about the Sunday school that the church has switched on. */
  emails: z.boolean().meta({ description: 'true or false' }),
})
export type PersonSettings = z.output<typeof PersonSettings>

export const personSettingRoutes = {
  find: route('GET', '/account/settings', {
    summary: 'What the caller has set for themselves',
    answer: PersonSettings,
  }),
  change: route('PUT', '/account/settings', {
    summary: 'Change some of what the caller has set for themselves; what is left out stays',
    body: PersonSettings.partial(),
    answer: z.object({ message: z.string() }),
  }),
}
