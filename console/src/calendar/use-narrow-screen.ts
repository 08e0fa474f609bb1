import { useSyncExternalStore } from 'react'

// Paper is never narrow: what is printed is the table.
const NARROW = 'screen and (max-width: 61.9375em)'

/** Whether there is no room for seven days side by side. */
export function useNarrowScreen(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(NARROW).matches)
}

function listen(onChange: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
