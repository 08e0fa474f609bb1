import { useMessages } from '../messages/use-messages.ts'
import { formatDay } from '../ui/wall-clock.ts'
import { byDay, type CalendarEntry } from './calendar-entries.ts'
import { CalendarLink } from './calendar-link.tsx'
import classes from './month-agenda.module.css'
import type { MonthViewProps } from './month-table.tsx'

/** The days of a month that have entries, in order. Past days are folded, so that today comes first. */
export function MonthAgenda({ month, entries, today, loaded }: MonthViewProps) {
  const { t } = useMessages()
  const days = [...byDay(entries)].filter(([day]) => day.startsWith(month))
  const present = today.startsWith(month)
  const past = present ? days.filter(([day]) => day < today) : []
  const rest = days.slice(past.length)
  const count = past.reduce((sum, [, ofDay]) => sum + ofDay.length, 0)
  return (
    <div className={classes.agenda}>
      {count > 0 && (
        <details className={classes.past}>
          <summary>{t('calendar.earlier', { count })}</summary>
          {past.map(([day, ofDay]) => (
            <AgendaDay key={day} day={day} entries={ofDay} today={today} />
          ))}
        </details>
      )}
      {present && loaded && rest[0]?.[0] !== today && <AgendaDay day={today} entries={[]} today={today} />}
      {rest.map(([day, ofDay]) => (
        <AgendaDay key={day} day={day} entries={ofDay} today={today} />
      ))}
    </div>
  )
}

function AgendaDay(props: { day: string; entries: readonly CalendarEntry[]; today: string }) {
  const { t, language } = useMessages()
  const { day, entries, today } = props
  return (
    <section className={classes.day} aria-current={day === today ? 'date' : undefined}>
      <h2>
        <time dateTime={day}>{formatDay(day, language)}</time>
        {day === today && <span className={classes.today}>{t('calendar.today')}</span>}
      </h2>
      {entries.length === 0 ? (
        <p>{t('calendar.nothingToday')}</p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <li key={entry.key}>
              <CalendarLink entry={entry} today={today} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
