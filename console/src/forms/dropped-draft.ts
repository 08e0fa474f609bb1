import { useEffect, useEffectEvent, useState } from 'react'
import { currentUserId, onSessionChange } from '../auth/session.ts'
import { isOver } from './stored-draft.ts'

/** Only in memory, like what waits for the next sign-in, and without a question when the tab is closed. */
const dropped = new Map<string, { sub: string; edits: object }>()

onSessionChange(() => {
  for (const [name, { sub }] of dropped) {
    if (isOver(sub)) {
      dropped.delete(name)
    }
  }
})

/**
 * The input that a person has dropped from a form, by leaving it unsaved or by going back to what was loaded. It is
 * kept until the form is saved, the person logs out or somebody else signs in. `leaving` returns what has to be kept if
 * the page is left now; nothing if all is saved.
 */
export function useDroppedDraft<Edits extends object>(
  name: string,
  leaving: (aside: Edits | undefined) => Edits | undefined,
): [aside: Edits | undefined, setAside: (edits: Edits | undefined) => void] {
  const [aside, setAside] = useState(() => dropped.get(name)?.edits as Edits | undefined)
  // By the time the page is left, somebody else may have signed in, in another tab.
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
