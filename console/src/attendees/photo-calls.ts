import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { keepSmallPhotos } from '../api/people/small-photos.ts'
import { queryClient } from '../api/query-client.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { t } from '../messages/messages.ts'
import { showNotice, whileShowing } from '../ui/dialogs/dialogs.ts'
import { ATTENDEES } from './attendee-calls.ts'

export type Pictures = { small: string; large: string }
type Pictured = { id: number; photo?: string | undefined }

/** The photo with this key in both sizes; a different photo has a different key. */
export function findPhoto({ id, photo = '' }: Pictured) {
  return queryOptions({
    queryKey: ['photo', id, photo],
    queryFn: ({ signal }) => callApi('GET /attendees/photo', { query: { attendee_id: id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Never shows somebody else's photo, not even for a moment.
    placeholderData: () => undefined,
    enabled: photo !== '',
  })
}

/** Gives the child this photo or, without one, removes the child's photo, and offers to undo that. */
export async function changePhoto(child: Pictured, to: Pictures | undefined): Promise<void> {
  const former = child.photo === undefined ? undefined : await queryClient.fetchQuery(findPhoto(child))
  const photo = await send(child, to)
  const undo = async () => {
    try {
      await whileShowing(t('ui.progress.processing'), () => send({ id: child.id, photo }, former))
      showNotice({ message: t('ui.restored') })
    } catch (error) {
      await tellRefusal(t('attendees.photo.failed'), error)
    }
  }
  showNotice({
    message: t(to === undefined ? 'attendees.photo.removed' : 'attendees.photo.saved'),
    action: { label: t('ui.undo'), run: undo },
  })
}

/** Returns the key of the child's photo afterwards. */
async function send(
  { id, photo: seen = '' }: Pictured,
  to: Pictures | undefined,
): Promise<string | undefined> {
  try {
    if (to === undefined) {
      await callApi('DELETE /attendees/photo', { query: { attendee_id: id, seen } })
      return undefined
    }
    const { small, large } = to
    const { photo } = await callApi('PUT /attendees/photo', { body: { attendee_id: id, seen, small, large } })
    keepSmallPhotos({ [photo]: small })
    queryClient.setQueryData(findPhoto({ id, photo }).queryKey, { photo, small, large })
    return photo
  } finally {
    await Promise.all([ATTENDEES, ['classes']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}
