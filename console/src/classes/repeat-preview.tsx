import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Repeat } from '@vestry/contract/classes.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatWallClock } from '../ui/wall-clock.ts'
import { previewSessions } from './classes-calls.ts'
import classes from './repeat-preview.module.css'

const PAUSE_MS = 400

/** When the classes of a series would be, before anything is saved. */
export function RepeatPreview(props: { session_datetime: string; repeat: Repeat | undefined }) {
  const { t, language } = useMessages()
  const [asked] = useDebouncedValue(JSON.stringify(props), PAUSE_MS)
  const { session_datetime, repeat } = JSON.parse(asked) as typeof props
  const preview = useQuery({
    ...previewSessions({ session_datetime, repeat: repeat ?? { every: 1, weekdays: ['SU'] } }),
    enabled: repeat !== undefined,
  })
  const sessions = preview.data?.sessions ?? []
  const [first = ''] = sessions
  const known = repeat !== undefined && props.repeat !== undefined
  return (
    <div className={classes.preview}>
      <p role="status" data-failed={(known && preview.error !== null) || undefined}>
        {!known && t('classes.preview.unknown')}
        {known && preview.error?.message}
        {known &&
          preview.error === null &&
          sessions.length > 0 &&
          t('classes.preview.summary', {
            count: sessions.length,
            first: formatWallClock(first, language),
            last: formatWallClock(sessions.at(-1) ?? '', language),
          })}
      </p>
      {known && preview.error === null && sessions.length > 1 && (
        <details>
          <summary>{t('classes.preview.all')}</summary>
          <ol>
            {sessions.map((time) => (
              <li key={time}>
                <time dateTime={time}>{formatWallClock(time, language)}</time>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
