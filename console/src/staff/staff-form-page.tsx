import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { FormPage, FormSkeleton } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { isHopeless, sayNotLoaded } from '../ui/is-hopeless.ts'
import { findPerson, listGroups } from './staff-calls.ts'
import { StaffForm } from './staff-form.tsx'

/** Invites somebody, or edits the one whom the address names by their `sub`. */
export function StaffFormPage() {
  const { sub } = useParams()
  const { t } = useMessages()
  return (
    <FormPage title={t(sub === undefined ? 'staff.form.titleInvite' : 'staff.form.titleEdit')}>
      {sub === undefined ? <NewForm /> : <LoadedForm key={sub} sub={sub} />}
    </FormPage>
  )
}

const LOADING = <FormSkeleton heights={[60, 60, 60, 120]} />

function NewForm() {
  const groups = useQuery(listGroups)
  if (groups.data !== undefined) {
    return <StaffForm person={undefined} groups={groups.data} />
  }
  return groups.error === null ? (
    LOADING
  ) : (
    <NotLoaded failure={groups.error} onRetry={() => void groups.refetch()} />
  )
}

function LoadedForm({ sub }: { sub: string }) {
  const groups = useQuery(listGroups)
  const person = useQuery(findPerson(sub))
  if (groups.data !== undefined && person.data !== undefined) {
    return <StaffForm person={person.data} groups={groups.data} />
  }
  const error = person.error ?? groups.error
  if (error === null) {
    return LOADING
  }
  const gone = isHopeless(error)
  const retry = () => void Promise.all([person.refetch(), groups.refetch()])
  return <NotLoaded failure={error} onRetry={gone ? undefined : retry} />
}

/** Who does not exist doesn't come by trying again: then the way leads back to the list. */
function NotLoaded({ failure, onRetry }: { failure: Error; onRetry: (() => void) | undefined }) {
  const { t } = useMessages()
  const toList = (
    <Button variant="default" size="sm" component={Link} to={paths.staff}>
      {t('staff.form.toList')}
    </Button>
  )
  return (
    <ErrorBox
      message={t('staff.form.loadFailed')}
      detail={sayNotLoaded(failure)}
      failure={failure}
      onRetry={onRetry ?? (() => {})}
      wayOut={onRetry === undefined ? toList : undefined}
    />
  )
}
