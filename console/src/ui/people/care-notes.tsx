import { useMessages } from '../../messages/use-messages.ts'
import { IconAlertTriangle, IconHeartHandshake } from '../look/icons.ts'
import classes from './care-notes.module.css'

/**
 * What to look out for with a child, each with its word; nothing if nothing is known. `short` shows only the icon on a
 * phone.
 */
export function CareNotes({
  of,
  short = false,
}: {
  of: { allergies: string; needs: string }
  short?: boolean
}) {
  const { t } = useMessages()
  if (of.allergies === '' && of.needs === '') {
    return null
  }
  const note = (kind: 'allergies' | 'needs', Icon: typeof IconAlertTriangle) =>
    of[kind] !== '' && (
      <span className={classes.note}>
        <Icon size={15} aria-hidden />
        <span data-short={short || undefined}>
          <b>{t(`attendees.care.${kind}`)}:</b> {of[kind]}
        </span>
      </span>
    )
  return (
    <span className={classes.notes} data-care>
      {note('allergies', IconAlertTriangle)}
      {note('needs', IconHeartHandshake)}
    </span>
  )
}
