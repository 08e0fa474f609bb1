import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { LastChanged } from '../api/last-changed.tsx'
import { FormPage, FormSkeleton } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { isHopeless, sayNotLoaded } from '../ui/is-hopeless.ts'
import { findAttendee } from './attendee-calls.ts'
import { AttendeeForm } from './attendee-form.tsx'

/** Adds a child, or edits the one that the address names by its number. */
export function AttendeeFormPage() {
  const { id } = useParams()
  const { t } = useMessages()
  return (
    <FormPage title={t(id === undefined ? 'attendees.form.titleAdd' : 'attendees.form.titleEdit')}>
      {id === undefined ? (
        <AttendeeForm key="new" attendee={undefined} />
      ) : /^[1-9]\d{0,8}$/.test(id) ? (
        <LoadedForm key={id} id={Number(id)} />
      ) : (
        <NotLoaded failure={new Error(t('attendees.form.noNumber', { id }))} />
      )}
    </FormPage>
  )
}

function LoadedForm({ id }: { id: number }) {
  const attendee = useQuery(findAttendee(id))
  if (attendee.data !== undefined) {
    return (
      <>
        <LastChanged change={attendee.data.last_change} record={`attendee/${id}`} />
        <AttendeeForm attendee={attendee.data} />
      </>
    )
  }
  if (attendee.error === null) {
    return <FormSkeleton heights={[60, 60, 60, 60, 100, 60]} />
  }
  const gone = isHopeless(attendee.error)
  return <NotLoaded failure={attendee.error} onRetry={gone ? undefined : () => void attendee.refetch()} />
}

/** What does not exist doesn't come by trying again: then the way leads back to the list. */
function NotLoaded({ failure, onRetry }: { failure: Error; onRetry?: (() => void) | undefined }) {
  const { t } = useMessages()
  const toList = (
    <Button variant="default" size="sm" component={Link} to={paths.attendees}>
      {t('attendees.form.toList')}
    </Button>
  )
  return (
    <ErrorBox
      message={t('attendees.form.loadFailed')}
      detail={sayNotLoaded(failure)}
      failure={failure}
      onRetry={onRetry ?? (() => {})}
      wayOut={onRetry === undefined ? toList : undefined}
    />
  )
}
