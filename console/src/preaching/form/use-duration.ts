import { useQuery } from '@tanstack/react-query'

/** How long a chosen recording is, in seconds; undefined while that isn't known or if it can't be. */
export function useDuration(file: File | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: ['duration', file?.name, file?.size, file?.lastModified],
    queryFn: () => readDuration(file),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: file !== undefined,
  })
  return file === undefined ? undefined : (data ?? undefined)
}

/** Asks the browser's own player, which reads no more than it needs; null where it can't tell. */
function readDuration(file: File | undefined): Promise<number | null> {
  if (file === undefined) {
    return Promise.resolve(null)
  }
  const player = document.createElement('video')
  const url = URL.createObjectURL(file)
  return new Promise<number | null>((resolve) => {
    player.preload = 'metadata'
    player.onloadedmetadata = () => resolve(Number.isFinite(player.duration) ? player.duration : null)
    player.onerror = () => resolve(null)
    player.src = url
  }).finally(() => {
    player.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}
