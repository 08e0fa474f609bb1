import type { Attendee } from '@vestry/contract/attendees.ts'
import { useMessages } from '../messages/use-messages.ts'
import { CareNotes } from '../ui/care-notes.tsx'
import classes from './class-sheet.module.css'
import { listedName } from './roster-names.ts'

/** Columns left empty for the dates of as many classes. */
const DATES = ['1', '2', '3', '4', '5', '6', '7', '8']

/** The roster as it is printed: on the screen it does not show. */
export function ClassSheet({ attendees }: { attendees: readonly Attendee[] }) {
  const { t } = useMessages()
  return (
    <div className={classes.sheet}>
      <table>
        <thead>
          <tr>
            <th>{t('classes.roster.name')}</th>
            <th>{t('classes.roster.contact')}</th>
            <th>{t('classes.roster.notes')}</th>
            {DATES.map((date) => (
              <th key={date} className={classes.date} />
            ))}
          </tr>
        </thead>
        <tbody>
          {attendees.map((child) => (
            <tr key={child.id}>
              <th>
                {listedName(child)}
                <CareNotes of={child} />
              </th>
              <td>{child.parent_contact}</td>
              <td>{child.notes}</td>
              {DATES.map((date) => (
                <td key={date} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.signature}>{t('classes.roster.signature')}</p>
    </div>
  )
}
