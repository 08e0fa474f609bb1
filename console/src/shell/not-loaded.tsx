import { type ReactNode, useEffect, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import classes from './plain-page.module.css'

const BETWEEN_LOOKS = 3000
const LONGEST_LOOK = 10_000

/**
 * Shown in place of a page whose code could not be loaded. Without a connection it says so, and opens the page by
 * itself once there is one; with a connection it shows `otherwise`.
 */
export function NotLoaded({ otherwise }: { otherwise: ReactNode }) {
  const { t } = useMessages()
  const [connected, setConnected] = useState(navigator.onLine ? undefined : false)
  useEffect(() => {
    let over = false
    let missed = !navigator.onLine
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      clearTimeout(timer)
      const answers = await isThere()
      if (over) {
        return
      }
      if (answers && missed) {
        location.reload()
      } else {
        missed = !answers
        setConnected(answers)
      }
      if (!answers) {
        timer = setTimeout(look, BETWEEN_LOOKS)
      }
    }
    const lookAtOnce = () => void look()
    lookAtOnce()
    addEventListener('online', lookAtOnce)
    return () => {
      over = true
      clearTimeout(timer)
      removeEventListener('online', lookAtOnce)
    }
  }, [])
  if (connected === undefined) {
    return null
  }
  if (connected) {
    return otherwise
  }
  return (
    <div className={classes.message} role="alert">
      <h1>{t('shell.offline.title')}</h1>
      <p>{t('shell.offline.text')}</p>
    </div>
  )
}

/** Whether the console's server responds at all. */
async function isThere(): Promise<boolean> {
  return await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(LONGEST_LOOK) }).then(
    () => true,
    () => false,
  )
}
