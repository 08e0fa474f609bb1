/**
 * The page to come back to, with the state that it was opened with; if it was somebody's, then for that person only.
 */
export type ReturnPage = { from: string; state?: unknown; of?: string | undefined }

/** The return page in a location's state, if it is one of the console's own pages. */
export function readReturnPage(given: unknown): ReturnPage | undefined {
  const { from, state, of }: { from?: unknown; state?: unknown; of?: unknown } =
    typeof given === 'object' ? { ...given } : {}
  return typeof from === 'string' && /^\/(?!\/|login\b)/.test(from)
    ? { from, state, of: typeof of === 'string' ? of : undefined }
    : undefined
}
