import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { formatWeekday } from '../ui/days/day-headings.ts'
import { IconPlus } from '../ui/look/icons.ts'
import { useLinkState } from '../ui/return-link.tsx'
import { formatDay } from '../ui/wall-clock.ts'
import { byDay, type CalendarEntry } from './calendar-entries.ts'
import { CalendarLink } from './calendar-link.tsx'
import classes from './month-table.module.css'

export type MonthViewProps = {
  name: string
  month: string
  weeks: readonly (readonly string[])[]
  entries: readonly CalendarEntry[]
  today: string
  loaded: boolean
  /** Whether the person may plan a class by clicking on its day. */
  arranges: boolean
}

/**
 * A month as a table, with a row for each week. A day grows with its entries, so that none is hidden; until they are
 * loaded the days are blank, so that nobody sees them move.
 */
export function MonthTable({ name, month, weeks, entries, today, loaded, arranges }: MonthViewProps) {
  const { t, language } = useMessages()
  const wayHere = useLinkState()
  const days = byDay(entries)
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" data-sunday={new Date(day).getUTCDay() === 0 || undefined}>
              <span aria-hidden>{formatWeekday(day, language, 'short')}</span>
              <span className="visually-hidden">{formatWeekday(day, language, 'long')}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody key={String(loaded)} aria-hidden={!loaded || undefined}>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) =>
              loaded ? (
                <td
                  key={day}
                  data-outside={!day.startsWith(month) || undefined}
                  data-today={day === today || undefined}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <div className={classes.day}>
                    <time dateTime={day}>
                      <span aria-hidden className={classes.number}>
                        {Number(day.slice(8))}
                      </span>
                      <span className="visually-hidden">{formatDay(day, language)}</span>
                    </time>
                    {day === today && <span>{t('calendar.today')}</span>}
                    {arranges && (
                      // For the pointer only: for the keyboard and for screen readers it would be forty more stops on
                      // the way.
                      <Link
                        className={classes.add}
                        to={paths.newClassOn(day)}
                        state={wayHere}
                        title={t('calendar.addOn', { day: formatDay(day, language) })}
                        tabIndex={-1}
                        aria-hidden
                      >
                        <IconPlus size={16} />
                      </Link>
                    )}
                  </div>
                  {days.has(day) && (
                    <ul className={classes.entries}>
                      {days.get(day)?.map((entry) => (
                        <li key={entry.key}>
                          <CalendarLink entry={entry} today={today} />
                        </li>
                      ))}
                    </ul>
                  )}
                </td>
              ) : (
                <td key={day} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
