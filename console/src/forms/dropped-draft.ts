import { useEffect, useEffectEvent, useState } from 'react'
import { currentUserId, onSessionChange } from '../auth/session.ts'
import { isOver } from './stored-draft.ts'

/** In memory alone, like what waits for the end of a sign-in, and without a question when the tab is closed. */
const dropped = new Map<string, { sub: string; edits: object }>()

onSessionChange(() => {
  for (const [name, { sub }] of dropped) {
    if (isOver(sub)) {
      dropped.delete(name)
    }
  }
})

/**
 * What a person has dropped of a form, by leaving it unsaved or by going back to what was loaded: it stays at hand
 * until the form is saved, the person logs out or somebody else signs in. `leaving` answers what is to be kept when
 * the page goes now; nothing when all is saved.
 */
export function useDroppedDraft<Edits extends object>(
  name: string,
  leaving: (aside: Edits | undefined) => Edits | undefined,
): [aside: Edits | undefined, setAside: (edits: Edits | undefined) => void] {
  const [aside, setAside] = useState(() => dropped.get(name)?.edits as Edits | undefined)
  // Somebody else may have signed in, in another tab, by the time the page goes.
  const [sub] = useState(currentUserId)
  const leave = useEffectEvent((name: string) => {
    const edits = leaving(aside)
    if (sub !== undefined && sub === currentUserId() && edits !== undefined) {
      dropped.set(name, { sub, edits })
    } else {
      dropped.delete(name)
    }
  })
  useEffect(() => () => leave(name), [name])
  return [aside, setAside]
}
