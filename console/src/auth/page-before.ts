/** The page that somebody is to come back to, with what the one before had told it; theirs alone if it was anybody's. */
export type PageBefore = { from: string; told?: unknown; of?: string | undefined }

/** The page in a location's state, if it is one of the console's own. */
export function readPageBefore(state: unknown): PageBefore | undefined {
  const { from, told, of }: { from?: unknown; told?: unknown; of?: unknown } =
    typeof state === 'object' ? { ...state } : {}
  return typeof from === 'string' && /^\/(?!\/|login\b)/.test(from)
    ? { from, told, of: typeof of === 'string' ? of : undefined }
    : undefined
}
