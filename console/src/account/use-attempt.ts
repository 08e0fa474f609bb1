import { useEffect, useRef, useState } from 'react'
import { renewSession } from '../sign-in/session.ts'
import { nameOfError } from '../sign-in/session-failures.ts'
import type { WordKey } from '../words/words.ts'
import { failureSentence } from './account-failure.ts'

/** Does one thing at a time: a second click while the first one is under way does nothing. */
export function useAttempt(means?: Readonly<Record<string, WordKey>>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)
  const here = useRef(true)
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
    /** Answers whether it worked; if not, `failure` says why. */
    async attempt(work: () => Promise<void>): Promise<boolean> {
      if (running.current) {
        return false
      }
      running.current = true
      setBusy(true)
      setFailure(undefined)
      try {
        await work()
        return true
      } catch (error) {
        // The same name refuses a wrong password and a session that is over; over, it leads to the sign-in.
        const goesOn = nameOfError(error) !== 'NotAuthorizedException' || (await isSessionAlive())
        if (goesOn && here.current) {
          setFailure(failureSentence(error, means))
        }
        return false
      } finally {
        running.current = false
        if (here.current) {
          setBusy(false)
        }
      }
    },
  }
}

export type Attempt = ReturnType<typeof useAttempt>

function isSessionAlive(): Promise<boolean> {
  return renewSession().catch(() => true)
}
