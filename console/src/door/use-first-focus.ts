import { useEffect, useRef } from 'react'

/** A field into which whoever opens the page types or scans at once: it takes the focus after the heading had it. */
export function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return field
}
