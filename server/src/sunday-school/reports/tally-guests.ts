import type { GuestReport } from '@vestry/contract/calls/reports.ts'
import type { GuestVisit } from './guest-report-sql.ts'

type Guests = Pick<GuestReport['total'], 'newcomers' | 'came_again' | 'returning'>

/** How many guests made these visits: each guest counts once, as a new one if their first visit is among them. */
export function countGuests(visits: readonly GuestVisit[]): Guests {
  const newcomers = newcomersOf(visits)
  return {
    newcomers: newcomers.length,
    came_again: newcomers.filter(({ came }) => came === 'again').length,
    returning: new Set(visits.map(({ attendee_id }) => attendee_id)).size - newcomers.length,
  }
}

/** The first visits among these. Nobody has two. */
export function newcomersOf(visits: readonly GuestVisit[]): GuestVisit[] {
  return visits.filter(({ came }) => came !== 'before')
}
