import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { Safeguarding } from '@vestry/contract/calls/families.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'

/** A child's families, asked again whenever the child's page opens. */
export function findChildFamilies(attendee_id: number) {
  return queryOptions({
    queryKey: ['families', 'of-child', attendee_id],
    queryFn: ({ signal }) => callApi('GET /families/child', { query: { attendee_id }, signal }),
    staleTime: 0,
    // Never shows another child's families, not even for a moment.
    placeholderData: () => undefined,
  })
}

/** Each call is written into the audit trail, so it is no query, which would ask again by itself. */
export function readSafeguarding(attendee_id: number): Promise<Safeguarding> {
  return callApi('GET /families/safeguarding', { query: { attendee_id } })
}

export async function changeCollecting(
  body: NonNullable<CallInput<'PUT /families/child'>['body']>,
): Promise<number> {
  return (await showAfter(callApi('PUT /families/child', { body }))).version
}

export async function changeSafeguarding(
  body: NonNullable<CallInput<'PUT /families/safeguarding'>['body']>,
): Promise<number> {
  return (await showAfter(callApi('PUT /families/safeguarding', { body }))).version
}

/** Shows what is so after a change, or after one that was refused because somebody else made another. */
async function showAfter<Answer>(change: Promise<Answer>): Promise<Answer> {
  try {
    return await change
  } finally {
    await Promise.all(
      [['families'], ['classes']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
  }
}

/** Whether somebody else has changed it meanwhile; every other failure of a call is told by `tell`. */
export async function isConflict(error: unknown, tell: (error: ApiError) => Promise<void>): Promise<boolean> {
  if (!(error instanceof ApiError)) {
    throw error
  }
  if (error.code !== 'changed_meanwhile' && error.code !== 'not_signed_in') {
    await tell(error)
  }
  return error.code === 'changed_meanwhile'
}
