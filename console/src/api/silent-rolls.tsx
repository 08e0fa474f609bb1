import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from './call-api.ts'
import { withList } from './claims/with-list.ts'

/** That time passes nobody tells. */
const LOOK_EVERY_MS = 60_000

/** Phones that have a roll open and are silent, of all classes or of one. The list is loaded only while there are some. */
const readSilentRolls = (class_id?: number) =>
  queryOptions({
    queryKey: ['silent-rolls', class_id],
    queryFn: async ({ signal }) => {
      const rolls = await callApi('GET /attendance/open-rolls', { query: { class_id }, signal })
      return await withList(rolls, async () => (await import('./claims/silent-roll-list.tsx')).SilentRollList)
    },
    refetchInterval: LOOK_EVERY_MS,
  })

/** Which phones of others have a roll open and are silent, of one class or of all. */
export function SilentRolls({ classId }: { classId?: number }) {
  const { data } = useQuery(readSilentRolls(classId))
  return data ? <data.List rolls={data.rows} ofClass={classId !== undefined} /> : null
}
