import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import classes from './error-box.module.css'
import { focusPage } from './focus-page.ts'
import { IconCircleX } from './look/icons.ts'
import { Reference, referenceOf } from './reference.tsx'

/** Says on the page itself that something could not be loaded, and offers to try again, or a better alternative. */
export function ErrorBox(props: {
  message: string
  detail?: string | undefined
  /** The error; its reference is shown if it has one. */
  failure?: unknown
  /** If it returns a promise, the button shows that it is trying until that resolves. */
  onRetry: () => unknown
  /** Shown in place of the retry if that would fail again. */
  wayOut?: ReactNode
}) {
  const { t } = useMessages()
  // The button disappears with the box, and would take the focus with it.
  const [trying, setTrying] = useState(false)
  const retry = async () => {
    focusPage()
    setTrying(true)
    try {
      await props.onRetry()
    } finally {
      setTrying(false)
    }
  }
  return (
    <div className={classes.box} role="alert">
      <IconCircleX size={20} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <h2>{t('ui.error.title')}</h2>
        <p>{props.message}</p>
        {props.detail !== undefined && <p className={classes.detail}>{props.detail}</p>}
        <Reference id={referenceOf(props.failure)} />
      </div>
      {props.wayOut || (
        <Button variant="default" size="sm" loading={trying} onClick={() => void retry()}>
          {t('ui.error.retry')}
        </Button>
      )}
    </div>
  )
}
