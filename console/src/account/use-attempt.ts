import { useEffect, useRef, useState } from 'react'
import { renewSession } from '../auth/session.ts'
import { nameOfError } from '../auth/session-failures.ts'
import type { MessageKey } from '../messages/messages.ts'
import { failureSentence } from './account-failure.ts'
import { askToSignIn, needsRecentSignIn } from './ask-to-sign-in.ts'

/** Does one thing at a time: a second click while the first thing is under way does nothing. */
export function useAttempt(means?: Readonly<Record<string, MessageKey>>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)
  const here = useRef(true)
  const end = () => {
    running.current = false
    if (here.current) {
      setBusy(false)
    }
  }
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  return {
    busy,
    failure,
    forget: () => setFailure(undefined),
    /** Returns whether it worked; if not, `failure` says why. */
    async attempt(work: () => Promise<void>): Promise<boolean> {
      if (running.current) {
        return false
      }
      running.current = true
      const asked = document.activeElement
      setBusy(true)
      setFailure(undefined)
      try {
        await work()
        return true
      } catch (error) {
        if (needsRecentSignIn(error)) {
          end()
          await askToSignIn()
          // The button was disabled while it was busy, and has lost the focus by that.
          if (here.current && asked instanceof HTMLElement) {
            asked.focus()
          }
          return false
        }
        // The same error name refuses a wrong password and an ended session; an ended session leads to the sign-in.
        const goesOn = nameOfError(error) !== 'NotAuthorizedException' || (await isSessionAlive())
        if (goesOn && here.current) {
          setFailure(failureSentence(error, means))
        }
        return false
      } finally {
        end()
      }
    },
  }
}

export type Attempt = ReturnType<typeof useAttempt>

function isSessionAlive(): Promise<boolean> {
  return renewSession().catch(() => true)
}
