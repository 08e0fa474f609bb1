import { useEffect, useRef, useState } from 'react'
import { currentSession } from '../sign-in/session.ts'

type Kept = { email: string; edits: object }

const kept = new Map<string, Kept>()

/**
 * Keeps what was typed into a form whose page the end of the session takes away, until the same person is back
 * on it. `name` tells this form from all others. Answers whether something was brought back.
 */
export function useKeptEdits<V extends object>(
  name: string,
  form: { edits: Partial<V>; dirty: boolean; restore: (edits: Partial<V>) => void },
): boolean {
  const latest = useRef(form)
  const [email] = useState(() => emailOf())
  const [broughtBack] = useState(() => kept.get(name)?.email === email && email !== undefined)
  useEffect(() => {
    latest.current = form
  })
  useEffect(() => {
    const found = kept.get(name)
    kept.delete(name)
    if (found !== undefined && found.email === email) {
      latest.current.restore(found.edits)
    }
    return () => {
      const { edits, dirty } = latest.current
      const session = currentSession()
      if (dirty && email !== undefined && session.status === 'signed_out' && session.ended) {
        kept.set(name, { email, edits })
      }
    }
  }, [name, email])
  return broughtBack
}

function emailOf(): string | undefined {
  const session = currentSession()
  return session.status === 'signed_in' ? session.email : undefined
}
