import { useSyncExternalStore } from 'react'

// Paper is never narrow.
const NARROW = 'screen and (max-width: 61.9375em)'

/** Whether there is less room than on a desktop, where the style sheets draw the same line. */
export function useNarrowScreen(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(NARROW).matches)
}

function listen(onChange: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
