/** How long `1:02:30`, `62:30`, `3750` or `3750.4` is, in seconds; 0 if it can't be read. */
export function readDuration(text: string): number {
  const parts = text.trim().split(':')
  if (parts.length > 3 || parts.some((part) => !/^\d{1,6}(\.\d+)?$/.test(part.trim()))) {
    return 0
  }
  return Math.round(parts.reduce((seconds, part) => seconds * 60 + Number(part), 0))
}
