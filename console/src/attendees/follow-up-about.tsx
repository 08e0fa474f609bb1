import type { FollowUpEntry, FollowUpTask } from '@vestry/contract/calls/follow-ups.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatDate } from '../ui/wall-clock.ts'
import classes from './follow-up-about.module.css'
import lists from './profile-list.module.css'

/** How often a child was absent, when they were last there, and who looks after it. */
export function TaskLines({ task }: { task: FollowUpTask }) {
  const { t, language } = useMessages()
  const dateOf = (text: string) => formatDate(`${text.slice(0, 10)}T00:00:00`, language)
  const { class_title: title, missed: count, last_present, assigned_to, due_day, until_day } = task
  return (
    <>
      <p className={classes.line}>
        {[
          t('attendees.followUp.missed', { title, count }),
          last_present === null
            ? t('attendees.followUp.never')
            : t('attendees.followUp.last', { date: dateOf(last_present) }),
        ].join(' · ')}
      </p>
      {assigned_to !== null && (
        <p className={classes.line}>
          {due_day === ''
            ? t('attendees.followUp.assigned', { name: assigned_to.name })
            : t('attendees.followUp.assignedUntil', { name: assigned_to.name, date: dateOf(due_day) })}
        </p>
      )}
      {assigned_to === null && due_day !== '' && (
        <p className={classes.line}>{t('attendees.followUp.due', { date: dateOf(due_day) })}</p>
      )}
      {until_day !== '' && (
        <p className={classes.line}>{t('attendees.followUp.until', { date: dateOf(until_day) })}</p>
      )}
    </>
  )
}

/** The entries about the child, each with its outcome, who wrote it and when. */
export function Entries({ entries }: { entries: readonly FollowUpEntry[] }) {
  const { t, language } = useMessages()
  return (
    <ul className={lists.list}>
      {entries.map(({ id, day, by, outcome, note }) => (
        <li key={id}>
          {outcome !== '' && <b className={classes.outcome}>{t(`attendees.followUp.outcome.${outcome}`)}</b>}
          {note !== '' && <p className={classes.note}>{note}</p>}
          <span className={classes.by}>
            {by} · <time dateTime={day}>{formatDate(`${day}T00:00:00`, language)}</time>
          </span>
        </li>
      ))}
    </ul>
  )
}
