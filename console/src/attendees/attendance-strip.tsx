import type { AttendeeProfile } from '@vestry/contract/calls/attendees.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatShortMonth } from '../ui/days/day-headings.ts'
import { formatDate } from '../ui/wall-clock.ts'
import classes from './attendance-strip.module.css'

/** After this many missed classes in a row, a sentence says that the child has not come. */
const MANY_MISSED = 3

/** The latest classes side by side, each with its shape and letter, and a sentence that says the same. */
export function AttendanceStrip({ attendance }: { attendance: AttendeeProfile['attendance'] }) {
  const { t, language } = useMessages()
  const [first] = attendance
  if (first === undefined) {
    return <p className={classes.none}>{t('attendees.strip.none')}</p>
  }
  const count = (wanted: RollState) => attendance.filter(({ state }) => state === wanted).length
  const missed = attendance.length - 1 - attendance.findLastIndex(({ state }) => state !== 'absent')
  return (
    <figure className={classes.figure}>
      <ol className={classes.strip} aria-hidden>
        {attendance.map(({ class_id, session_datetime, title, state }, at) => (
          <li
            key={class_id}
            title={`${formatDate(session_datetime, language)} · ${title} · ${t(`attendance.state.${state}`)}`}
          >
            <b data-state={state}>{t(`attendees.strip.${state}`)}</b>
            {Number(session_datetime.slice(8, 10))}
            {attendance[at - 1]?.session_datetime.slice(0, 7) !== session_datetime.slice(0, 7) && (
              <small>{formatShortMonth(session_datetime, language)}</small>
            )}
          </li>
        ))}
      </ol>
      <figcaption>
        {t('attendees.strip.sentence', {
          count: attendance.length,
          since: formatDate(first.session_datetime, language),
          present: count('present'),
          absent: count('absent'),
          open: count('not_recorded'),
        })}
      </figcaption>
      {missed >= MANY_MISSED && (
        <p className={classes.missed}>{t('attendees.strip.missed', { count: missed })}</p>
      )}
    </figure>
  )
}
