import { ageOn } from '@vestry/contract/rules/age-on.ts'
import { runtimeConfig } from '../console-config.ts'
import { t } from '../messages/messages.ts'

/** The present day at the church, `YYYY-MM-DD`, wherever the browser is. */
export function churchToday(): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: runtimeConfig().timeZone, dateStyle: 'short' }).format(
    new Date(),
  )
}

/** What the church's wall clock shows at a moment, as `YYYY-MM-DDTHH:MM:SS`. */
export function churchMoment(milliseconds: number): string {
  const { timeZone } = runtimeConfig()
  return new Date(milliseconds).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')
}

/** A child's age today in words; empty if the birth date is not known. */
export function formatAge({ birthdate }: { birthdate: string | null }): string {
  return birthdate === null ? '' : t('attendees.age', { years: ageOn(churchToday(), birthdate) })
}
