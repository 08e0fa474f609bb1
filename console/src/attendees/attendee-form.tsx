import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AttendeeDetail } from '@vestry/contract/calls/attendees.ts'
import {
  ATTENDEE_FIELD_NAMES,
  ATTENDEE_FIELDS,
  type AttendeeField,
} from '@vestry/contract/sunday-school/attendee-record.ts'
import { CHURCH_MEMBER, GUEST } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { Fragment, useRef, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { FormFrame, FormPicture } from '../forms/form-frame.tsx'
import { HELP_BELOW } from '../forms/help-below.ts'
import { LastChanged } from '../forms/last-changed.tsx'
import { blankValues, bodyOf, valuesOf } from '../forms/record-values.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { showMessage, whileShowing } from '../ui/dialogs/dialogs.ts'
import { changedNumbers, confirmNumbers } from '../ui/people/confirm-numbers.tsx'
import { ATTENDEES, findAttendee } from './attendee-calls.ts'
import { type AttendeeValues, becomesEmpty } from './attendee-fields.ts'
import { ChildPhoto } from './child-photo.tsx'
import { NamesakeNotice } from './namesake-notice.tsx'

const INPUTS: Record<
  AttendeeField,
  { label: MessageKey; help?: MessageKey; rows?: [least: number, most: number] }
> = {
  first_name: { label: 'attendees.form.firstName' },
  last_name: { label: 'attendees.form.lastName' },
  birthdate: { label: 'attendees.form.birthDate' },
  parent_contact: { label: 'attendees.form.parentContact' },
  allergies: { label: 'attendees.care.allergies', help: 'attendees.form.allergiesHelp' },
  needs: { label: 'attendees.care.needs', help: 'attendees.form.needsHelp' },
  notes: { label: 'attendees.form.notes', rows: [3, 12] },
  is_member: { label: 'attendees.form.membership' },
}

/** The form of one child. `attendee` is the loaded child, and absent for a new one. */
export function AttendeeForm({ attendee }: { attendee: AttendeeDetail | undefined }) {
  const { t } = useMessages()
  const form = useAttendeeForm(attendee)
  const { first_name, last_name } = form.values
  return (
    <FormFrame
      form={form}
      submit={t(attendee === undefined ? 'attendees.form.create' : 'attendees.form.update')}
      side={
        attendee && (
          <>
            <FormPicture>
              <ChildPhoto of={attendee} />
            </FormPicture>
            <LastChanged change={attendee.last_change} record={`attendee/${attendee.id}`} />
          </>
        )
      }
    >
      {ATTENDEE_FIELD_NAMES.map((name) => (
        <Fragment key={name}>
          <FieldInput form={form} name={name} />
          {name === 'last_name' && attendee === undefined && !form.saved && (
            <NamesakeNotice first_name={first_name} last_name={last_name} />
          )}
        </Fragment>
      ))}
    </FormFrame>
  )
}

function FieldInput({ form, name }: { form: ReturnType<typeof useAttendeeForm>; name: AttendeeField }) {
  const { t } = useMessages()
  const { label, help, rows = [1, 6] } = INPUTS[name]
  const input = { ...form.input(name), label: t(label) }
  switch (ATTENDEE_FIELDS[name].kind) {
    case 'choice':
      return (
        <NativeSelect
          {...input}
          data={[
            { value: '', label: t('attendees.form.choose'), disabled: true },
            { value: String(GUEST), label: t('attendees.membership.guest') },
            { value: String(CHURCH_MEMBER), label: t('attendees.membership.member') },
          ]}
        />
      )
    case 'text':
      return (
        <Textarea
          {...input}
          {...(help !== undefined && { description: t(help), inputWrapperOrder: HELP_BELOW })}
          autosize
          minRows={rows[0]}
          maxRows={rows[1]}
        />
      )
    default:
      return <TextInput {...input} />
  }
}

function useAttendeeForm(attendee: AttendeeDetail | undefined) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const create = useCreate()
  const form = useRecordForm({
    name: `attendee ${attendee?.id ?? 'new'}`,
    fields: ATTENDEE_FIELDS,
    loaded: attendee === undefined ? blankValues(ATTENDEE_FIELDS) : valuesOf(ATTENDEE_FIELDS, attendee),
    isNew: attendee === undefined,
    list: paths.attendees,
    texts: {
      tooLate: 'attendees.form.unborn',
      unfinished: 'attendees.form.unfinishedDate',
    },
    async send({ values }) {
      if (becomesEmpty(values)) {
        await showMessage({ status: 'error', message: t('attendees.save.emptied') })
        form.empty({ text: 'attendees.form.emptied', label: 'attendees.form.restore' })
        return undefined
      }
      if (!(await confirmNumbers(changedNumbers(ATTENDEE_FIELDS, values, (name) => t(INPUTS[name].label))))) {
        return undefined
      }
      return await whileShowing(t('ui.progress.saving'), () =>
        attendee === undefined ? create(values) : update(attendee, values),
      )
    },
    outdated: [...ATTENDEES, 'list'],
    saved: () => t(attendee === undefined ? 'attendees.save.created' : 'attendees.save.updated'),
    failed: t(attendee === undefined ? 'attendees.save.notCreated' : 'attendees.save.notUpdated'),
    conflict: attendee && {
      title: t('attendees.conflict.title'),
      load: () => queries.fetchQuery({ ...findAttendee(attendee.id), staleTime: 0 }),
      loadFailed: t('attendees.form.loadFailed'),
    },
  })
  return form
}

function update({ id, version }: Pick<AttendeeDetail, 'id' | 'version'>, values: AttendeeValues) {
  return callApi('PUT /attendees', { body: { id, version, ...bodyOf(ATTENDEE_FIELDS, values) } })
}

/**
 * Creates a child only once, however often it is tried. If a response was lost, the child may have been created with
 * what the form held at that time; what was typed since is then saved as a change.
 */
function useCreate() {
  const [request_id] = useState(() => crypto.randomUUID())
  const first = useRef<string>(undefined)
  return async (values: AttendeeValues) => {
    const body = bodyOf(ATTENDEE_FIELDS, values)
    const content = JSON.stringify(body)
    first.current ??= content
    const created = await callApi('POST /attendees', { body: { request_id, ...body } })
    return content === first.current ? created : await update(created, values)
  }
}
