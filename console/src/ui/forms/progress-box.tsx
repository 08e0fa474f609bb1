import { Button, Progress as ProgressBar } from '@mantine/core'
import { useMessages } from '../../messages/use-messages.ts'
import type { Progress } from '../dialogs/dialogs.ts'
import { formatBytes, formatSpan } from '../look/measures.ts'
import classes from './progress-box.module.css'

/** Screen readers announce progress in steps of this many per cent. */
const SPOKEN_STEP = 10

/** What is going on, how far and how fast it is, and how to stop it. */
export function ProgressBox({ progress }: { progress: Progress }) {
  const { t, language } = useMessages()
  const { fraction, speed, secondsLeft } = progress
  const percent = fraction === undefined ? undefined : Math.floor(fraction * 100)
  const details = [
    speed === undefined ? undefined : t('ui.progress.speed', { bytes: formatBytes(speed, language) }),
    secondsLeft === undefined ? undefined : t('ui.progress.left', { time: formatSpan(secondsLeft) }),
  ].filter((text) => text !== undefined)
  return (
    <div>
      <div className={classes.head}>
        <h2 tabIndex={-1} data-first-focus>
          {progress.message}
        </h2>
        {percent !== undefined && <span className={classes.percent}>{percent}%</span>}
      </div>
      {percent === undefined ? (
        <div className={classes.going} />
      ) : (
        <ProgressBar.Root size="md" mt="sm">
          <ProgressBar.Section value={percent} aria-label={progress.message} />
        </ProgressBar.Root>
      )}
      {percent !== undefined && (
        <div className={classes.meta}>
          <span aria-live="polite">{progress.phase}</span>
          <span>{details.join(' · ')}</span>
        </div>
      )}
      <span role="status" className="visually-hidden">
        {percent !== undefined && `${percent - (percent % SPOKEN_STEP)} %`}
      </span>
      {progress.onCancel !== undefined && (
        <div className={classes.actions}>
          <Button variant="default" onClick={progress.onCancel}>
            {t('ui.dialog.cancel')}
          </Button>
          {progress.onAside !== undefined && (
            <Button variant="default" onClick={progress.onAside}>
              {t('ui.progress.aside')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
