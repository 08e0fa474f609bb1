import type { AttendeeProfile } from '@vestry/contract/calls/attendees.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatDate } from '../ui/wall-clock.ts'
import classes from './attendee-comments.module.css'
import lists from './profile-list.module.css'

/** The comments on a child's attendance, with the day, the class and the mark. */
export function AttendeeComments({ comments }: { comments: AttendeeProfile['comments'] }) {
  const { t, language } = useMessages()
  return (
    <ul className={`${lists.list} ${classes.comments}`}>
      {comments.map(({ class_id, session_datetime, title, state, comment }) => (
        <li key={class_id}>
          <p>{comment}</p>
          <span>
            <time dateTime={session_datetime}>{formatDate(session_datetime, language)}</time> · {title} ·{' '}
            {t(`attendance.state.${state}`)}
          </span>
        </li>
      ))}
    </ul>
  )
}
