import { Button, Progress as ProgressBar } from '@mantine/core'
import { type RefCallback, useCallback } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import classes from './dialog-corner.module.css'
import type { OpenBox } from './dialogs.ts'

type Corner = Extract<OpenBox, { kind: 'progress' }>['progress']

/** Work that goes on, or that failed, while the person does something else. */
export function CornerCards({ cards }: { cards: readonly { id: number; progress: Corner }[] }) {
  const ref: RefCallback<HTMLDivElement> = useCallback((corner) => {
    const { style } = document.documentElement
    const sizes = new ResizeObserver(() => style.setProperty('--corner', `${corner?.offsetHeight}px`))
    if (corner !== null) {
      sizes.observe(corner)
    }
    return () => {
      sizes.disconnect()
      style.removeProperty('--corner')
    }
  }, [])
  return (
    <div ref={ref} className={classes.corner}>
      {cards.map(({ id, progress }) => (
        <CornerCard key={id} progress={progress} />
      ))}
    </div>
  )
}

function CornerCard({ progress }: { progress: Corner }) {
  const { t } = useMessages()
  const { corner, message, fraction = 0, onCancel } = progress
  if (corner === undefined) {
    return null
  }
  const percent = Math.floor(fraction * 100)
  return (
    <section className={classes.card} aria-label={`${message} ${corner.title}`}>
      <p className={classes.head}>
        <strong>{corner.title}</strong>
        {corner.failure === undefined && <span>{percent}%</span>}
      </p>
      {corner.failure === undefined ? (
        <ProgressBar.Root size="sm">
          <ProgressBar.Section value={percent} aria-label={message} />
        </ProgressBar.Root>
      ) : (
        <div role="alert" className={classes.failure}>
          <p>{message}</p>
          {corner.failure.map((detail) => (
            <p key={detail}>{detail}</p>
          ))}
        </div>
      )}
      <div className={classes.actions}>
        <Button variant="default" size="compact-md" onClick={corner.onOpen}>
          {t('ui.corner.open')}
        </Button>
        {onCancel !== undefined && (
          <Button variant="subtle" color="gray" size="compact-md" onClick={onCancel}>
            {t('ui.dialog.cancel')}
          </Button>
        )}
      </div>
    </section>
  )
}
