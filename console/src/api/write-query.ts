/** The query of a call as text, `?` included; values that are undefined, null or empty are left out. */
export function writeQuery(query: object | undefined): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') {
      written.set(name, String(value))
    }
  }
  return written.size === 0 ? '' : `?${written}`
}
