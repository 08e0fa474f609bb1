import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { FormPage } from '../forms/form-frame.tsx'
import { LoadedRecord, NotLoaded } from '../forms/record-page.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { findAttendee } from './attendee-calls.ts'
import { isAttendeeId } from './attendee-fields.ts'
import { AttendeeForm } from './attendee-form.tsx'

/** Adds a child, or edits the one that the address names by its number. */
export function AttendeeFormPage() {
  const { id } = useParams()
  const { t } = useMessages()
  const toList = { label: t('attendees.form.toList'), to: paths.attendees }
  return (
    <FormPage title={t(id === undefined ? 'attendees.form.titleAdd' : 'attendees.form.titleEdit')}>
      {id === undefined || isAttendeeId(id) ? (
        <LoadedForm key={id ?? 'new'} id={id} toList={toList} />
      ) : (
        <NotLoaded
          message={t('attendees.form.loadFailed')}
          failure={new Error(t('attendees.form.noNumber', { id }))}
          toList={toList}
        />
      )}
    </FormPage>
  )
}

function LoadedForm(props: { id: string | undefined; toList: { label: string; to: string } }) {
  const { t } = useMessages()
  const isNew = props.id === undefined
  const attendee = useQuery({ ...findAttendee(Number(props.id)), enabled: !isNew })
  return (
    <LoadedRecord
      record={isNew ? undefined : attendee}
      choices={{}}
      failed={{ record: t('attendees.form.loadFailed'), choices: '' }}
      toList={props.toList}
      heights={[60, 60, 60, 60, 80, 80, 100, 60]}
    >
      {(loaded) => <AttendeeForm attendee={loaded} />}
    </LoadedRecord>
  )
}
