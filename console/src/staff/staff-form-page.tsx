import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from 'react-router'
import { FormPage } from '../forms/form-frame.tsx'
import { LoadedRecord } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { findPerson, listGroups } from './staff-calls.ts'
import classes from './staff-form.module.css'
import { StaffForm } from './staff-form.tsx'

/** Invites somebody, or edits the person whom the address names by their `sub`. */
export function StaffFormPage() {
  const { sub } = useParams()
  // The state has the way back to the list, and is passed on.
  const { state } = useLocation()
  const { t } = useMessages()
  return (
    <FormPage title={t(sub === undefined ? 'staff.form.titleInvite' : 'staff.form.titleEdit')}>
      {sub === undefined && (
        <Link className={classes.several} to={paths.inviteSeveral} state={state}>
          {t('shell.page.staff.several')}
        </Link>
      )}
      <LoadedForm key={sub ?? 'new'} sub={sub} />
    </FormPage>
  )
}

function LoadedForm({ sub }: { sub: string | undefined }) {
  const { t } = useMessages()
  const person = useQuery({ ...findPerson(sub ?? ''), enabled: sub !== undefined })
  const groups = useQuery(listGroups)
  const failed = t('staff.form.loadFailed')
  return (
    <LoadedRecord
      record={sub === undefined ? undefined : person}
      choices={{ groups }}
      failed={{ record: failed, choices: failed }}
      toList={{ label: t('staff.form.toList'), to: paths.staff }}
      heights={[60, 60, 60, 120]}
    >
      {(loaded, choices) => <StaffForm person={loaded} groups={choices.groups} />}
    </LoadedRecord>
  )
}
