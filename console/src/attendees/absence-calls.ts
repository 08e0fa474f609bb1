import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@vestry/contract/calls/api.ts'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { FOLLOW_UPS } from './follow-up-calls.ts'

const ABSENCES = ['absences'] as const

export function listAbsences(attendee_id: number) {
  return queryOptions({
    queryKey: [...ABSENCES, attendee_id],
    queryFn: ({ signal }) => callApi('GET /attendees/absences', { query: { attendee_id }, signal }),
    staleTime: 0,
  })
}

export async function addAbsence(body: NonNullable<CallInput<'POST /attendees/absences'>['body']>) {
  await callApi('POST /attendees/absences', { body })
  await reload()
}

export async function removeAbsence(absence_id: number) {
  try {
    await callApi('DELETE /attendees/absences', { query: { absence_id } })
  } finally {
    await reload()
  }
}

async function reload() {
  // Who is known to be away has missed no class.
  const stale = [ABSENCES, FOLLOW_UPS, ['classes']]
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
