import type { Attendee } from '@vestry/contract/attendees.ts'
import type { SeriesSession } from '@vestry/contract/classes.ts'
import { useMessages } from '../messages/use-messages.ts'
import { CareNotes } from '../ui/care-notes.tsx'
import { formatDate, formatShortMonth, formatTimes, formatWeekday } from '../ui/wall-clock.ts'
import classes from './class-sheet.module.css'
import { listedName } from './roster-names.ts'
import { sheetParts } from './sheet-parts.ts'

/** The roster as it is printed, a column for each class of the term: on the screen it does not show. */
export function ClassSheet(props: {
  attendees: readonly Attendee[]
  sessions: readonly SeriesSession[]
  today: string
}) {
  const { t } = useMessages()
  return (
    <div className={classes.sheet}>
      {sheetParts(props.sessions, props.today).map((dates) => (
        <section key={dates[0]?.id ?? 0}>
          <SheetHead dates={dates} />
          <table>
            <thead>
              <tr>
                <th>{t('classes.roster.name')}</th>
                <th>{t('classes.roster.contact')}</th>
                <th>{t('classes.roster.notes')}</th>
                {dates.map((session) => (
                  <th key={session.id} className={classes.date}>
                    <SheetDate day={session.session_datetime} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {props.attendees.map((child) => (
                <tr key={child.id}>
                  <th>
                    {listedName(child)}
                    <CareNotes of={child} />
                  </th>
                  <td>{child.parent_contact}</td>
                  <td>{child.notes}</td>
                  {dates.map(({ id }) => (
                    <td key={id} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.signature}>{t('classes.roster.signature')}</p>
        </section>
      ))}
    </div>
  )
}

/** From when to when a page goes, and the hour, if all its classes have the same. */
function SheetHead({ dates }: { dates: readonly SeriesSession[] }) {
  const { language } = useMessages()
  const [first, last] = [dates.at(0), dates.at(-1)]
  if (first === undefined || last === undefined) {
    return null
  }
  const days = [...new Set([first, last])].map((one) => formatDate(one.session_datetime, language))
  const hours = [...new Set(dates.map((one) => formatTimes(one, language)))]
  return (
    <p className={classes.span}>{[days.join(' – '), ...(hours.length === 1 ? hours : [])].join(' · ')}</p>
  )
}

function SheetDate({ day }: { day: string }) {
  const { language } = useMessages()
  return (
    <time dateTime={day}>
      <span>{formatWeekday(day.slice(0, 10), language, 'short')}</span> <b>{Number(day.slice(8, 10))}</b>{' '}
      <span>{formatShortMonth(day, language)}</span>
    </time>
  )
}
