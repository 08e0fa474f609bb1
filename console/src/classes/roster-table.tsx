import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { Link } from 'react-router'
import { formatAge } from '../api/church-day.ts'
import { useSmallPhotos } from '../api/people/small-photos.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { CareNotes } from '../ui/people/care-notes.tsx'
import { Face } from '../ui/people/face.tsx'
import { listedName } from './roster-names.ts'
import classes from './roster-table.module.css'

/** The children on the roster, each with a box to choose them. */
export function RosterTable(props: {
  attendees: readonly Attendee[]
  marked: ReadonlySet<number>
  onMark: (marked: ReadonlySet<number>) => void
}) {
  const { t } = useMessages()
  const { attendees, marked, onMark } = props
  const all = attendees.every(({ id }) => marked.has(id))
  const some = attendees.some(({ id }) => marked.has(id))
  const smallOf = useSmallPhotos(attendees)
  const toggle = (id: number) => {
    const next = new Set(marked)
    if (!next.delete(id)) {
      next.add(id)
    }
    onMark(next)
  }
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('classes.roster.title')}</caption>
        <thead>
          <tr>
            <td>
              <label className={classes.box}>
                <input
                  ref={(box) => {
                    if (box !== null) {
                      box.indeterminate = some && !all
                    }
                  }}
                  type="checkbox"
                  checked={all}
                  onChange={() => onMark(new Set(all ? [] : attendees.map(({ id }) => id)))}
                />
                <span className="visually-hidden-wide">{t('classes.roster.all')}</span>
              </label>
            </td>
            <th scope="col">{t('classes.roster.name')}</th>
            <th scope="col">{t('classes.roster.age')}</th>
            <th scope="col">{t('classes.roster.contact')}</th>
            <th scope="col">{t('classes.roster.notes')}</th>
          </tr>
        </thead>
        <tbody>
          {attendees.map((child) => (
            <tr key={child.id} data-chosen={marked.has(child.id) || undefined}>
              <td>
                <label className={classes.box}>
                  <input type="checkbox" checked={marked.has(child.id)} onChange={() => toggle(child.id)} />
                  <span className="visually-hidden">
                    {t('classes.roster.choose', { name: listedName(child) })}
                  </span>
                </label>
              </td>
              <th scope="row">
                <span className={classes.child}>
                  <Face of={child} picture={smallOf(child)} />
                  <span>
                    <Link className={classes.name} to={paths.attendee(child.id)}>
                      {listedName(child)}
                    </Link>
                    <CareNotes of={child} />
                  </span>
                </span>
              </th>
              <td className={classes.age}>{formatAge(child)}</td>
              <td>{child.parent_contact}</td>
              <td className={classes.notes}>{child.notes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
