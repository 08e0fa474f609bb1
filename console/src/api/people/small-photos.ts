import { skipToken, useQuery } from '@tanstack/react-query'
import { MAX_PHOTOS } from '@vestry/contract/sunday-school/photo-rules.ts'
import { useEffect } from 'react'
import { whenIdle } from '../../ui/when-idle.ts'
import { ApiError, callApi } from '../call-api.ts'
import { queryClient } from '../query-client.ts'

/**
 * Small photos by their keys. They are only in memory, and go with all other cached responses when somebody else signs
 * in.
 */
type SmallPhotos = Readonly<Record<string, string>>

const SMALL_PHOTOS = ['small photos']
const NONE: SmallPhotos = {}

/**
 * Returns each child's small photo, if it has one, or nothing while it is loading: those that are not known yet are
 * asked for in one call, once the browser has nothing better to do.
 */
export function useSmallPhotos(
  children: readonly { id: number; photo?: string | undefined }[] = [],
): (child: { photo?: string | undefined }) => string | undefined {
  const { data: photos = NONE } = useQuery<SmallPhotos>({
    queryKey: SMALL_PHOTOS,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const wanted = children
    .filter(({ photo }) => photo !== undefined && photos[photo] === undefined)
    .slice(0, MAX_PHOTOS)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (wanted === '') {
      return undefined
    }
    const gone = new AbortController()
    const callOff = whenIdle(() => void load(wanted, gone.signal))
    return () => {
      callOff()
      gone.abort()
    }
  }, [wanted])
  return ({ photo }) => (photo === undefined ? undefined : photos[photo])
}

export function keepSmallPhotos(more: SmallPhotos): void {
  queryClient.setQueryData<SmallPhotos>(SMALL_PHOTOS, (former) => ({ ...former, ...more }))
}

/** Without a response, initials are shown. */
async function load(attendee_ids: string, signal: AbortSignal): Promise<void> {
  try {
    const photos = await callApi('GET /attendees/photos', { query: { attendee_ids }, signal })
    if (!signal.aborted) {
      keepSmallPhotos(Object.fromEntries(photos.map(({ photo, small }) => [photo, small])))
    }
  } catch (error) {
    if (!(error instanceof ApiError) && !signal.aborted) {
      throw error
    }
  }
}
