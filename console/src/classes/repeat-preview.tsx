import type { Repeat } from '@vestry/contract/calls/classes.ts'
import { feastOn } from '@vestry/contract/rules/feasts.ts'
import { heldTimes, planFlaw, planTimes } from '@vestry/contract/sunday-school/class-plan.ts'
import { MAX_SESSIONS } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatWallClock } from '../ui/wall-clock.ts'
import classes from './repeat-preview.module.css'

/** The dates of a series' classes, before anything is saved; each date can be taken out and put back. */
export function RepeatPreview(props: {
  start: string
  repeat: Repeat | undefined
  onSkip: (day: string, skipped: boolean) => void
}) {
  const { t, language } = useMessages()
  const { start, repeat } = props
  const planned = repeat === undefined ? [] : planTimes(start, repeat)
  const held = heldTimes(planned)
  const flaw = repeat && planFlaw(planned)
  const [first = ''] = held
  const choosable = planned.length > 1 || planned.length > held.length
  return (
    <div className={classes.preview}>
      <p role="status" data-failed={flaw !== undefined || undefined}>
        {repeat === undefined && t('classes.preview.unknown')}
        {flaw !== undefined && t(`classes.preview.${flaw}`, { max: MAX_SESSIONS })}
        {repeat !== undefined &&
          flaw === undefined &&
          t('classes.preview.summary', {
            count: held.length,
            skipped: planned.length - held.length,
            first: formatWallClock(first, language),
            last: formatWallClock(held.at(-1) ?? '', language),
          })}
      </p>
      {choosable && flaw !== 'tooMany' && (
        <details>
          <summary>{t('classes.preview.all')}</summary>
          <p>{t('classes.preview.hint')}</p>
          <ol>
            {planned.map(({ time, skipped }) => (
              <li key={time}>
                <PlannedDate time={time} skipped={skipped} onSkip={props.onSkip} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

function PlannedDate(props: {
  time: string
  skipped: boolean
  onSkip: (day: string, skipped: boolean) => void
}) {
  const { t, language } = useMessages()
  const { time, skipped } = props
  const day = time.slice(0, 10)
  const feast = feastOn(day)
  return (
    <label data-skipped={skipped || undefined}>
      <input
        type="checkbox"
        checked={!skipped}
        onChange={(event) => props.onSkip(day, !event.currentTarget.checked)}
      />
      <span>
        <time dateTime={time}>{formatWallClock(time, language)}</time>
        {feast !== undefined && <span className={classes.feast}> {t(`classes.feast.${feast}`)}</span>}
      </span>
    </label>
  )
}
