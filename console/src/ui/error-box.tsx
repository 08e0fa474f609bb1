import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import classes from './error-box.module.css'
import { focusPage } from './focus-page.ts'
import { IconCircleX } from './icons.ts'
import { Reference, referenceOf } from './reference.tsx'

/** Says on the page itself that something could not be loaded, and offers to try again, or a better way out. */
export function ErrorBox(props: {
  message: string
  detail?: string | undefined
  /** What went wrong; its reference is shown where it has one. */
  failure?: unknown
  onRetry: () => void
  /** Stands in place of the retry where that would fail again. */
  wayOut?: ReactNode
}) {
  const { t } = useMessages()
  // The box goes with its button, and the focus would go with both.
  const retry = () => {
    focusPage()
    props.onRetry()
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
        <Button variant="default" size="sm" onClick={retry}>
          {t('ui.error.retry')}
        </Button>
      )}
    </div>
  )
}
