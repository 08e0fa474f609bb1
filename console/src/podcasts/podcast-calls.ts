import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@vestry/contract/api.ts'
import { IMAGE_PREFIX } from '@vestry/contract/media.ts'
import type { Podcast } from '@vestry/contract/podcasts.ts'
import { callApi } from '../api/call-api.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { queryClient } from '../api/query-client.ts'
import { deleteReleasedFiles } from '../media/delete-released-files.ts'

export type { Podcast }

const PODCASTS = ['podcasts']

export const listPodcasts = queryOptions({
  queryKey: PODCASTS,
  queryFn: ({ signal }) => callApi('GET /podcasts', { signal }),
})

/** What a podcast can be of. */
export const listSubjects = queryOptions({
  queryKey: [...PODCASTS, 'subjects'],
  queryFn: ({ signal }) => callApi('GET /preachingManagement/names', { signal }),
})

/** The newest that are published, to choose one from. */
export const listNewest = queryOptions({
  queryKey: [...PODCASTS, 'newest'],
  queryFn: ({ signal }) =>
    callApi('GET /preachingManagement', {
      query: { states: 'published', orderBy: 'date', direction: 'DESC', limit: 20 },
      signal,
    }),
})

const reload = () => queryClient.invalidateQueries({ queryKey: PODCASTS })

export async function addPodcast(body: NonNullable<CallInput<'POST /podcasts'>['body']>): Promise<void> {
  await callApi('POST /podcasts', { body }).finally(reload)
}

/** Where pictures lie whose podcast could not be saved yet. */
const stored = new WeakMap<File, string>()

/** Saves what is said of a podcast; a new picture is stored first, once for all tries. */
export async function savePodcast(
  body: NonNullable<CallInput<'PUT /podcasts'>['body']>,
  artwork: File | undefined,
): Promise<void> {
  const artwork_path =
    artwork === undefined ? body.artwork_path : (stored.get(artwork) ?? (await storeArtwork(artwork)))
  const { released } = await callApi('PUT /podcasts', { body: { ...body, artwork_path } })
  await Promise.all([reload(), deleteReleasedFiles(released)])
}

export async function removePodcast(id: number): Promise<void> {
  const { released } = await callApi('DELETE /podcasts', { query: { id } })
  await Promise.all([reload(), deleteReleasedFiles(released)])
}

async function storeArtwork(file: File): Promise<string> {
  const { uploadFile } = await fetchCode(() => import('../media/upload-file.ts'))
  const source = { file, name: file.name, contentType: file.type }
  const { path } = await uploadFile(source, IMAGE_PREFIX, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
  stored.set(file, path)
  return path
}
