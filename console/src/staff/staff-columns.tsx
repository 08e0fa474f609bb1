import type { StaffRow } from '@vestry/contract/calls/staff-accounts.ts'
import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { churchMoment } from '../api/church-day.ts'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import type { Column } from '../ui/list/list-table.tsx'
import { FormLink } from '../ui/return-link.tsx'
import { formatDate, formatWallClock } from '../ui/wall-clock.ts'
import classes from './staff-columns.module.css'

export function nameOf({ name, email }: StaffRow): string {
  return name.trim() === '' ? email : name
}

export function staffColumns(language: MessageLanguage, ownEmail: string): Column<StaffRow, never>[] {
  return [
    {
      key: 'name',
      title: t('staff.column.name'),
      heads: true,
      cell: (person) => (
        <>
          <FormLink className={classes.name} to={paths.editStaff(person.sub)}>
            {nameOf(person)}
          </FormLink>
          {person.email === ownEmail && <span className={classes.own}>{t('staff.own')}</span>}
        </>
      ),
    },
    {
      key: 'email',
      title: t('staff.column.email'),
      // Where there is no name, the address stands in its place.
      cell: (person) =>
        nameOf(person) === person.email ? null : <span className={classes.email}>{person.email}</span>,
    },
    {
      key: 'groups',
      title: t('staff.column.groups'),
      width: 9,
      cell: ({ groups }) => (groups.length === 0 ? t('staff.noGroup') : groups.join(', ')),
    },
    {
      key: 'status',
      title: t('staff.column.status'),
      width: 14,
      cell: (person) => <Status person={person} language={language} />,
    },
  ]
}

/** The status of a person: what they still have to do, or that they can't sign in. */
function Status({ person, language }: { person: StaffRow; language: MessageLanguage }) {
  const { enabled, status, invited_until } = person
  if (!enabled) {
    return <span className={`${classes.tag} ${classes.off}`}>{t('staff.status.disabled')}</span>
  }
  if (status === 'active') {
    return t('staff.status.active')
  }
  if (status !== 'invited' || invited_until === null) {
    return <span className={classes.tag}>{t(`staff.status.${status}`, { date: '' })}</span>
  }
  const until = churchMoment(invited_until)
  return (
    <span className={classes.tag} title={formatWallClock(until, language)}>
      {invited_until < Date.now()
        ? t('staff.status.expired')
        : t('staff.status.invited', { date: formatDate(until, language) })}
    </span>
  )
}
