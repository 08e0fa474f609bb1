import { useQuery } from '@tanstack/react-query'

const HALF_AN_HOUR = 1_800_000

/** A signed address of a stored file; each time it is asked for, it is a new one. */
export function useStoredFile(path: string) {
  return useQuery({
    queryKey: ['stored-file', path],
    queryFn: async () => (await import('../../media/uploads/stored-files.ts')).storedFileUrl(path),
    staleTime: HALF_AN_HOUR,
    gcTime: HALF_AN_HOUR,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
