/** The page that somebody is to come back to, with the state that it was opened with; theirs alone if it was anybody's. */
export type ReturnPage = { from: string; state?: unknown; of?: string | undefined }

/** The page in a location's state, if it is one of the console's own. */
export function readReturnPage(given: unknown): ReturnPage | undefined {
  const { from, state, of }: { from?: unknown; state?: unknown; of?: unknown } =
    typeof given === 'object' ? { ...given } : {}
  return typeof from === 'string' && /^\/(?!\/|login\b)/.test(from)
    ? { from, state, of: typeof of === 'string' ? of : undefined }
    : undefined
}
