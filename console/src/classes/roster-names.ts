import type { Attendee } from '@vestry/contract/calls/attendees.ts'

/** Last name first, as the roster is sorted. */
export function listedName({ first_name, last_name }: Attendee): string {
  return `${last_name}, ${first_name}`
}
