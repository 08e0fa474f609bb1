import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import type { GroupRight } from '@vestry/contract/rules/rights.ts'
import { roleOf } from '@vestry/contract/rules/roles.ts'
import { type ApiError, callApi } from '../api/call-api.ts'
import { runtimeConfig } from '../console-config.ts'
import { t } from '../messages/messages.ts'
import { SETTINGS } from './settings-calls.ts'

export type GroupPerson = CallAnswer<'GET /staff/groups/people'>[number]

export const listGroups = queryOptions({
  queryKey: [...SETTINGS, 'groups'],
  queryFn: ({ signal }) => callApi('GET /staff/groups', { signal }),
  staleTime: 0,
})

/** Everybody who signs in, with their groups, which a person's own page changes too. */
export const listPeople = queryOptions({
  queryKey: [...SETTINGS, 'people'],
  queryFn: ({ signal }) => callApi('GET /staff/groups/people', { signal }),
  staleTime: 0,
})

export async function addGroup(name: string, rights: readonly GroupRight[] = []): Promise<void> {
  await callApi('POST /staff/groups', { body: { name, rights: [...rights] } })
}

export async function deleteGroup(group: string): Promise<void> {
  await callApi('DELETE /staff/groups', { query: { group } })
}

/** Puts somebody into a group, or takes them out of it; the list of people has it then. */
export async function setMember(
  queries: QueryClient,
  { group, person, member }: { group: string; person: GroupPerson; member: boolean },
): Promise<void> {
  const { sub } = person
  const { groups } = await callApi('PUT /staff/groups/people', { body: { group, sub, member } })
  await queries.cancelQueries({ queryKey: listPeople.queryKey, exact: true })
  queries.setQueryData(listPeople.queryKey, (people) =>
    people?.map((one) => (one.sub === sub ? { ...one, groups } : one)),
  )
}

/** The group that somebody acts by. */
export function roleOfPerson({ groups }: GroupPerson): string {
  return roleOf(groups, runtimeConfig().userPoolId)
}

/** Why something about a group was refused. */
export function whyRefused(group: string, { code, message }: ApiError): string {
  switch (code) {
    case 'already_exists':
      return t('groups.exists', { group })
    case 'unknown_group':
      return t('groups.gone', { group })
    case 'not_found':
      return t('groups.personGone')
    case 'last_administrator':
      return t('groups.lastAdministrator')
    default:
      return message
  }
}
