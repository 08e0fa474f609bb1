import { callApi } from '../call-api.ts'

/** How many ids fit into the address of one call. */
const MAX_IN_ADDRESS = 100

/** Puts children on the roster of a series; returns who was not on it, and who is no longer there. */
export function putOnRoster(series_id: number, attendee_ids: number[]) {
  return callApi('POST /classes/roster', { body: { series_id, attendee_ids } })
}

/** Takes children off the roster of a series; returns who was on it. */
export async function takeOffRoster(series_id: number, attendee_ids: readonly number[]): Promise<number[]> {
  const gone: number[] = []
  for (let at = 0; at < attendee_ids.length; at += MAX_IN_ADDRESS) {
    const ids = attendee_ids.slice(at, at + MAX_IN_ADDRESS).join(',')
    const taken = await callApi('DELETE /classes/roster', { query: { series_id, attendee_ids: ids } })
    gone.push(...taken.attendee_ids)
  }
  return gone
}
