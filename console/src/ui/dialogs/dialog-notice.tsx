import { Button, CloseButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import classes from './dialog-notice.module.css'
import type { Notice } from './dialogs.ts'

/** How long a notice stays when nobody points at it or has the focus in it; its action is available elsewhere too. */
const STAYS = 12_000
/** A screen reader reads what appears in a region that was there before. */
const REGION_FIRST = 50

/** Never takes the focus. Control+Z runs its action, unless somebody types. */
export function DialogNotice({ notice, onDone }: { notice: Notice; onDone: () => void }) {
  const { t } = useMessages()
  const box = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const [said, setSaid] = useState(false)
  const [held, setHeld] = useState(false)
  const { action } = notice

  const close = () => {
    if (box.current?.contains(document.activeElement)) {
      const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('content')
      ;(back as HTMLElement | null)?.focus({ preventScroll: true })
    }
    onDone()
  }
  const act = () => {
    close()
    void action?.run()
  }
  useEffect(() => {
    const timer = setTimeout(() => setSaid(true), REGION_FIRST)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!held) {
      const timer = setTimeout(onDone, STAYS)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [held, onDone])
  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest(
        'input, textarea, select, [contenteditable], dialog',
      )
      if (action && (event.ctrlKey || event.metaKey) && event.key === 'z' && typing === null) {
        event.preventDefault()
        act()
      }
    }
    document.addEventListener('keydown', undo)
    return () => document.removeEventListener('keydown', undo)
  })
  return (
    <section
      ref={box}
      className={classes.notice}
      aria-label={t('ui.status.success')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(box.current?.contains(document.activeElement) === true)}
      onFocus={({ relatedTarget }) => {
        setHeld(true)
        cameFrom.current = box.current?.contains(relatedTarget) ? cameFrom.current : relatedTarget
      }}
      onBlur={({ relatedTarget }) => setHeld(box.current?.contains(relatedTarget) === true)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <p role="status">{said && notice.message}</p>
      {action && (
        <Button variant="subtle" size="compact-md" aria-keyshortcuts="Control+Z" onClick={act}>
          {action.label}
        </Button>
      )}
      <CloseButton aria-label={t('ui.notice.close')} onClick={close} />
    </section>
  )
}
