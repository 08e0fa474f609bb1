import { type ReactNode, useEffect, useState } from 'react'
import { lookForServer } from '../api/line.ts'
import { useLostLine } from '../api/use-lost-line.ts'
import { useMessages } from '../messages/use-messages.ts'
import classes from './plain-page.module.css'

/**
 * Shown in place of a page whose code could not be loaded. Without a connection it says so, and opens the page by
 * itself once there is one; with a connection it shows `otherwise`.
 */
export function NotLoaded({ otherwise }: { otherwise: ReactNode }) {
  const { t } = useMessages()
  const lost = useLostLine()
  const [looked, setLooked] = useState(false)
  const [missed, setMissed] = useState(!navigator.onLine)
  useEffect(() => {
    void lookForServer().then(() => setLooked(true))
  }, [])
  useEffect(() => {
    if (lost) {
      setMissed(true)
    } else if (looked && missed) {
      location.reload()
    }
  }, [lost, looked, missed])
  if (lost || missed) {
    return (
      <div className={classes.message} role="alert">
        <h1>{t('shell.offline.title')}</h1>
        <p>{t('shell.offline.text')}</p>
      </div>
    )
  }
  return looked && otherwise
}
