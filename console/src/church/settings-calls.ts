import { queryOptions } from '@tanstack/react-query'
import type { CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import type { GroupRight } from '@vestry/contract/rules/rights.ts'
import { callApi } from '../api/call-api.ts'

export type Settings = CallAnswer<'GET /settings'>

export const SETTINGS = ['settings']

export const findSettings = queryOptions({
  queryKey: SETTINGS,
  queryFn: ({ signal }) => callApi('GET /settings', { signal }),
})

/** Changes only the settings that are named. */
export async function changeSettings(some: NonNullable<CallInput<'PUT /settings'>['body']>): Promise<void> {
  await callApi('PUT /settings', { body: some })
}

/** Sets the rights of a group, if they are still what was `seen`. */
export async function changeRights(
  group: string,
  { rights, seen }: { rights: readonly GroupRight[]; seen: readonly GroupRight[] },
): Promise<void> {
  await callApi('PUT /settings/rights', { body: { group, rights: [...rights], seen: [...seen] } })
}
