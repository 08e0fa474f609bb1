import { useQueryClient } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/attendees.ts'
import { useRef, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { useConflict } from '../forms/use-conflict.ts'
import type { FormDraft } from '../forms/use-form-draft.ts'
import { useSave } from '../forms/use-save.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showMessage } from '../ui/dialogs.ts'
import { ATTENDEES, findAttendee } from './attendee-calls.ts'
import { type AttendeeValues, attendeeBody, becomesEmpty } from './attendee-fields.ts'

/** Saves a child's entry, and deals with whatever keeps it from being saved. Nothing typed is ever lost. */
export function useAttendeeSave(
  attendee: Attendee | undefined,
  form: FormDraft<AttendeeValues>,
  onSaved: () => void,
) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const conflict = useConflict()
  const create = useCreate()
  const [emptied, setEmptied] = useState<Partial<AttendeeValues>>()

  const saving = useSave({
    send: async (): Promise<unknown> => {
      const body = attendeeBody(form.values)
      return attendee === undefined
        ? create(body)
        : callApi('PUT /attendees', { body: { id: attendee.id, version: attendee.version, ...body } })
    },
    reload: () => queries.invalidateQueries({ queryKey: [...ATTENDEES, 'list'] }),
    saved: t(attendee === undefined ? 'attendees.save.created' : 'attendees.save.updated'),
    failed: t(attendee === undefined ? 'attendees.save.notCreated' : 'attendees.save.notUpdated'),
    onSaved,
    onRefused: async (error) =>
      attendee !== undefined &&
      conflict.settles(error, {
        title: t('attendees.conflict.title'),
        load: () => queries.fetchQuery({ ...findAttendee(attendee.id), staleTime: 0 }),
        loadFailed: t('attendees.form.loadFailed'),
        setAside: form.setAside,
      }),
    afterRefusal: (error) => form.refuseNamed(error.field, error.message),
  })

  return {
    done: saving.done,
    conflict,
    async save() {
      if (isUnfinished(form.field('birthdate').id)) {
        form.refuse('birthdate', t('attendees.form.unfinishedDate'))
      } else if (form.check()) {
        setEmptied(undefined)
        if (becomesEmpty(form.values)) {
          await showMessage({ status: 'error', message: t('attendees.save.emptied') })
          setEmptied(form.edits)
          form.reset()
        } else {
          await saving.save()
        }
      }
    },
    /** Whether the form was reset because cleaning left nothing of a name. */
    emptied: emptied !== undefined,
    bringBack() {
      form.restore(emptied ?? {})
      setEmptied(undefined)
    },
    reset() {
      form.reset()
      conflict.forget()
      setEmptied(undefined)
    },
  }
}

type Body = ReturnType<typeof attendeeBody>

/**
 * Creates a child once, however often it is tried. A create whose answer was lost may have been done with what
 * stood in the form then, so what was typed since is put on top of it.
 */
function useCreate() {
  const [request_id] = useState(() => crypto.randomUUID())
  const first = useRef<string>(undefined)
  return async (body: Body) => {
    const content = JSON.stringify(body)
    first.current ??= content
    const { id, version } = await callApi('POST /attendees', { body: { request_id, ...body } })
    if (content !== first.current) {
      await callApi('PUT /attendees', { body: { id, version, ...body } })
    }
  }
}

/** Whether a date is typed in part only, which the browser tells as no date at all. */
function isUnfinished(id: string): boolean {
  const input = document.getElementById(id)
  return input instanceof HTMLInputElement && input.validity.badInput
}
