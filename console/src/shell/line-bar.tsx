import { useEffect, useRef, useSyncExternalStore } from 'react'
import { churchMoment } from '../api/church-day.ts'
import { lookForServer, lostSince, onLineChange } from '../api/line.ts'
import { onUnsentChange, unsentCount } from '../api/offline/unsent-count.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatTime } from '../ui/wall-clock.ts'
import classes from './line-bar.module.css'

/** The style sheets keep what stays at the top of the window below the bar by this. */
const HEIGHT = '--vestry-line'

/** Says above every page that the server can't be reached, and since when. */
export function LineBar() {
  const { t, language } = useMessages()
  const since = useSyncExternalStore(onLineChange, lostSince)
  const unsent = useSyncExternalStore(onUnsentChange, unsentCount)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const look = () => void lookForServer()
    if (!navigator.onLine) {
      look()
    }
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty(HEIGHT, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    )
    if (bar.current !== null) {
      observer.observe(bar.current)
    }
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={bar} role="status" className={classes.bar}>
      {since !== undefined && (
        <p>
          {t('shell.line.lost', { time: formatTime(churchMoment(since), language) })}
          {unsent > 0 && ` · ${t('shell.line.waiting', { count: unsent })}`}
        </p>
      )}
    </div>
  )
}
