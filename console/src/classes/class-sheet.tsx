import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import type { SeriesSession } from '@vestry/contract/calls/classes.ts'
import { PRINT_PARTS } from '@vestry/contract/rules/export-rules.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatShortMonth, formatWeekday } from '../ui/days/day-headings.ts'
import { CareNotes } from '../ui/people/care-notes.tsx'
import { formatDate, formatTimes } from '../ui/wall-clock.ts'
import classes from './class-sheet.module.css'
import { CollectorLines } from './collector-lines.tsx'
import type { PrintChoice, SheetCollectors } from './print-dialog.tsx'
import { listedName } from './roster-names.ts'
import { type SheetMarks, sheetParts } from './sheet-parts.ts'

/** The marks as they would be written by hand; without a record the square stays free for that. */
const SIGNS: Record<RollState, string> = { present: '✓', absent: '–', not_recorded: '' }

/**
 * The printed roster; it is not shown on the screen. A sheet has a column for each class of the term, with the marks of
 * those that are over; a list has none.
 */
export function ClassSheet({
  choice: { layout, parts },
  ...props
}: {
  attendees: readonly Attendee[]
  sessions: readonly SeriesSession[]
  today: string
  choice: PrintChoice
  marks: SheetMarks
  collectors: SheetCollectors
}) {
  const { t } = useMessages()
  const [contacts, birthdates, care, collectors] = PRINT_PARTS.map((part) => parts.includes(part))
  const notes = care && props.attendees.some((child) => child.notes !== '')
  const pages = layout === 'sheet' ? sheetParts(props.sessions, props.today) : [[]]
  return (
    <div className={classes.sheet} data-layout={layout}>
      {pages.map((dates) => (
        <section key={dates[0]?.id ?? 0}>
          <SheetHead dates={dates} />
          <table>
            <thead>
              <tr>
                <th>{t('classes.roster.name')}</th>
                {birthdates && <th>{t('classes.roster.birthdate')}</th>}
                {contacts && <th>{t('classes.roster.contact')}</th>}
                {collectors && <th>{t('classes.roster.collectors')}</th>}
                {notes && <th>{t('classes.roster.notes')}</th>}
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
                    {care && <CareNotes of={child} />}
                  </th>
                  {birthdates && <td>{child.birthdate}</td>}
                  {contacts && <td className={classes.contact}>{child.parent_contact}</td>}
                  {collectors && (
                    <td className={classes.notes}>
                      <CollectorLines
                        of={props.collectors.filter(({ attendee_id }) => attendee_id === child.id)}
                        today={props.today}
                      />
                    </td>
                  )}
                  {notes && <td className={classes.notes}>{child.notes}</td>}
                  {dates.map(({ id }) => (
                    <td key={id} className={classes.mark}>
                      {SIGNS[props.marks.get(child.id)?.get(id) ?? 'not_recorded']}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {layout === 'sheet' && <p className={classes.signature}>{t('classes.roster.signature')}</p>}
        </section>
      ))}
    </div>
  )
}

/** The first and the last day of a page and, if all its classes begin at the same hour, that hour. */
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
