import { useEffect, useEffectEvent, useState } from 'react'
import { currentSession, currentUserId, onSessionChange } from '../auth/session.ts'

/** The unsaved content of a form. */
export type Unsaved<Edits extends object> = {
  edits: Edits
  dirty: boolean
  restore: (edits: Edits) => void
  /** Releases what the edits hold outside of memory, once nobody can come back for them. */
  forget?: (edits: Edits) => void
}

type Kept = { sub: string; edits: object; forget: () => void }

/** Only in memory: children's names are typed here, and a browser's storage outlives the person's visit. */
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
 * Keeps what was typed into a form when the end of the session takes its page away, until the same person is back on
 * it. It is forgotten when the person logs out or somebody else signs in. `name` distinguishes this form from all
 * others. Returns whether something was restored.
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

/** Keeps the content of the form with this name, whose page is already gone. */
export function keepDraft(name: string, edits: object, forget: () => void): void {
  const session = currentSession()
  const sub = session.status === 'signed_in' ? session.sub : session.whose
  if (sub !== undefined) {
    kept.set(name, { sub, edits, forget })
    guardMemory()
  }
}

/** Returns what was kept for the form with this name, and keeps it no longer. */
export function takeDraft<Edits extends object>(name: string): Edits | undefined {
  const found = kept.get(name)
  kept.delete(name)
  guardMemory()
  return found?.edits as Edits | undefined
}

/** Whether the page is left because the session has ended: its unsaved input will be wanted again. */
export function hasSessionEnded(): boolean {
  const session = currentSession()
  return session.status === 'signed_out' && session.why === 'ended'
}

/** Whether this person has logged out, or somebody else has signed in: then nobody may have their unsaved input. */
export function isOver(owner: string): boolean {
  const sub = currentUserId()
  return sub === undefined ? !hasSessionEnded() : sub !== owner
}

/** While something is kept, the browser asks before it reloads the page, which would lose it. */
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
