import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { Podcast } from '@vestry/contract/calls/podcasts.ts'
import { IMAGE_PREFIX } from '@vestry/contract/sermons/media.ts'
import { callApi } from '../api/call-api.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { queryClient } from '../api/query-client.ts'
import { deleteReleasedFiles } from '../preaching/delete-released-files.ts'

export type { Podcast }

const PODCASTS = ['podcasts']

export const listPodcasts = queryOptions({
  queryKey: PODCASTS,
  queryFn: ({ signal }) => callApi('GET /podcasts', { signal }),
})

/** What a podcast can consist of. */
export const listSubjects = queryOptions({
  queryKey: [...PODCASTS, 'subjects'],
  queryFn: ({ signal }) => callApi('GET /preachingManagement/names', { signal }),
})

/** The newest published sermons, to choose one from. */
export const listNewest = queryOptions({
  queryKey: [...PODCASTS, 'newest'],
  queryFn: ({ signal }) =>
    callApi('GET /preachingManagement', {
      query: { states: 'published', orderBy: 'date', direction: 'DESC', limit: 20 },
      signal,
    }),
})

export const reloadPodcasts = () => queryClient.invalidateQueries({ queryKey: PODCASTS })

export async function addPodcast(body: NonNullable<CallInput<'POST /podcasts'>['body']>): Promise<void> {
  await callApi('POST /podcasts', { body }).finally(reloadPodcasts)
}

/** The stored pictures of podcasts that could not be saved yet. */
const stored = new WeakMap<File, string>()

/** Saves the texts and settings of a podcast. */
export async function savePodcast(body: NonNullable<CallInput<'PUT /podcasts'>['body']>): Promise<void> {
  const { released } = await callApi('PUT /podcasts', { body })
  await Promise.all([reloadPodcasts(), deleteReleasedFiles(released)])
}

export async function removePodcast(id: number): Promise<void> {
  const { released } = await callApi('DELETE /podcasts', { query: { id } })
  await deleteReleasedFiles(released)
}

/** Stores the picture of a podcast once, however often saving is tried, and returns its path. Throws `UploadError`. */
export async function storeArtwork(file: File, signal: AbortSignal): Promise<string> {
  const known = stored.get(file)
  if (known !== undefined) {
    return known
  }
  const { uploadFile } = await fetchCode(() => import('../media/uploads/upload-file.ts'))
  const source = { file, name: file.name, contentType: file.type }
  const { path } = await uploadFile(source, IMAGE_PREFIX, {
    onProgress: () => undefined,
    signal,
  })
  stored.set(file, path)
  return path
}
