import { useEffect, useEffectEvent, useState } from 'react'
import { currentSession, currentUserId, onSessionChange } from '../auth/session.ts'

/** The content of a form that is not saved. */
export type Unsaved<Edits extends object> = {
  edits: Edits
  dirty: boolean
  restore: (edits: Edits) => void
  /** Releases what the edits hold beside memory, once nobody can come back for them. */
  forget?: (edits: Edits) => void
}

type Kept = { sub: string; edits: object; forget: () => void }

/** In memory alone: what is typed here are children's names, and a browser's storage outlives the person. */
const kept = new Map<string, Kept>()

onSessionChange(() => {
  for (const [name, { sub, forget }] of kept) {
    if (isOver(sub)) {
      kept.delete(name)
      forget()
    }
  }
  guardMemory()
})

/**
 * Keeps what was typed into a form whose page the end of the session takes away, until the same person is back
 * on it; logging out makes it forgotten, and so does somebody else who signs in. `name` tells this form from all others. Returns whether
 * something was brought back.
 */
export function useStoredDraft<Edits extends object>(name: string, form: Unsaved<Edits>): boolean {
  const [sub] = useState(currentUserId)
  const [restored] = useState(() => kept.has(name))
  const bringBack = useEffectEvent((name: string) => {
    const found = takeDraft<Edits>(name)
    if (found !== undefined) {
      form.restore(found)
    }
  })
  const keep = useEffectEvent((name: string) => {
    const { edits, dirty, forget } = form
    if (dirty && sub !== undefined && hasSessionEnded()) {
      kept.set(name, { sub, edits, forget: () => forget?.(edits) })
      guardMemory()
    }
  })
  useEffect(() => {
    bringBack(name)
    return () => keep(name)
  }, [name])
  return restored
}

/** Keeps the content of a form whose page has gone already, for the form of this name. */
export function keepDraft(name: string, edits: object, forget: () => void): void {
  const session = currentSession()
  const sub = session.status === 'signed_in' ? session.sub : session.whose
  if (sub !== undefined) {
    kept.set(name, { sub, edits, forget })
    guardMemory()
  }
}

/** What was kept for the form of this name, which is kept no more. */
export function takeDraft<Edits extends object>(name: string): Edits | undefined {
  const found = kept.get(name)
  kept.delete(name)
  guardMemory()
  return found?.edits as Edits | undefined
}

/** Whether the page goes because the session has ended: what is unsaved on it will be wanted again. */
export function hasSessionEnded(): boolean {
  const session = currentSession()
  return session.status === 'signed_out' && session.why === 'ended'
}

/** Whether this person has logged out, or somebody else has signed in: what is unsaved of them is for nobody any more. */
export function isOver(owner: string): boolean {
  const sub = currentUserId()
  return sub === undefined ? !hasSessionEnded() : sub !== owner
}

/** While something is kept, the browser asks before the page is loaded again, which would lose it. */
function guardMemory(): void {
  if (kept.size > 0) {
    addEventListener('beforeunload', askFirst)
  } else {
    removeEventListener('beforeunload', askFirst)
  }
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
