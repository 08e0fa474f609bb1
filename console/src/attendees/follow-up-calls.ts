import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@vestry/contract/calls/api.ts'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'

/** The key of every query about whom to ask after begins with this. */
export const FOLLOW_UPS = ['follow-ups'] as const

/** Loaded again whenever it is looked at, since rolls are taken and entries written on other pages and by others. */
export const listTasks = queryOptions({
  queryKey: [...FOLLOW_UPS, 'all'],
  queryFn: ({ signal }) => callApi('GET /follow-up', { signal }),
  staleTime: 0,
})

export function findFollowUp(attendee_id: number) {
  return queryOptions({
    queryKey: [...FOLLOW_UPS, attendee_id],
    queryFn: ({ signal }) => callApi('GET /follow-up/child', { query: { attendee_id }, signal }),
    staleTime: 0,
  })
}

export type NewEntry = NonNullable<CallInput<'POST /follow-up'>['body']>

export async function writeDown(body: NewEntry): Promise<void> {
  try {
    await callApi('POST /follow-up', { body })
  } finally {
    await Promise.all([FOLLOW_UPS, ['today']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}
