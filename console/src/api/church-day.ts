import { ageOn } from '@vestry/contract/rules/age-on.ts'
import { runtimeConfig } from '../console-config.ts'
import { t } from '../messages/messages.ts'
import { dateFormat } from '../ui/intl-formats.ts'

/** The present day at the church, `YYYY-MM-DD`, wherever the browser is. */
export function churchToday(): string {
  // Swedish writes dates as ISO 8601 does.
  return dateFormat('sv-SE', { timeZone: runtimeConfig().timeZone, dateStyle: 'short' }).format(new Date())
}

/** What the church's wall clock shows at a moment, as `YYYY-MM-DDTHH:MM:SS`. */
export function churchMoment(milliseconds: number): string {
  const { timeZone } = runtimeConfig()
  const format = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(milliseconds).replace(' ', 'T')
}

/** A child's age today in words; empty if the birth date is not known. */
export function formatAge({ birthdate }: { birthdate: string | null }): string {
  return birthdate === null ? '' : t('attendees.age', { years: ageOn(churchToday(), birthdate) })
}
