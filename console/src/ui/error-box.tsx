import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import classes from './error-box.module.css'
import { focusPage } from './focus-page.ts'
import { IconCircleX } from './look/icons.ts'
import { Reference, referenceOf } from './reference.tsx'

/** Says on the page itself that something could not be loaded, and offers to try again, or a better way out. */
export function ErrorBox(props: {
  message: string
  detail?: string | undefined
  /** What went wrong; its reference is shown where it has one. */
  failure?: unknown
  /** What it returns is waited for: until then the button shows that it tries. */
  onRetry: () => unknown
  /** Stands in place of the retry where that would fail again. */
  wayOut?: ReactNode
}) {
  const { t } = useMessages()
  // The box goes with its button, and the focus would go with both.
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
