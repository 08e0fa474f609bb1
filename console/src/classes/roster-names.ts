import type { Attendee } from '@vestry/contract/attendees.ts'
import { ageOn, churchToday } from '../api/church-day.ts'
import { t } from '../messages/messages.ts'

/** Last name first, as the roster is sorted. */
export function listedName({ first_name, last_name }: Attendee): string {
  return `${last_name}, ${first_name}`
}

export function formatAge({ birthdate }: Attendee): string {
  return birthdate === null ? '' : t('attendees.age', { years: ageOn(churchToday(), birthdate) })
}
