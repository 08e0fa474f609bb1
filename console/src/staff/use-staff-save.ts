import { useQueryClient } from '@tanstack/react-query'
import type { StaffPerson } from '@vestry/contract/staff-accounts.ts'
import { callApi } from '../api/call-api.ts'
import { useConflict } from '../forms/use-conflict.ts'
import type { FormDraft } from '../forms/use-form-draft.ts'
import { useSave } from '../forms/use-save.ts'
import { useMessages } from '../messages/use-messages.ts'
import { findPerson, STAFF } from './staff-calls.ts'
import { type StaffValues, staffBody } from './staff-fields.ts'

/** Sends the invitation or saves the change, and deals with whatever keeps that from being done. */
export function useStaffSave(
  person: StaffPerson | undefined,
  form: FormDraft<StaffValues>,
  onSaved: () => void,
) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const conflict = useConflict()
  const email = form.values.email.trim()

  const saving = useSave({
    /** Sends it, and answers the temporary password where it has to be handed over. */
    send: async (): Promise<string | null> => {
      const body = staffBody(form.values)
      if (person === undefined) {
        return (await callApi('POST /staff', { body: { email, ...body } })).temporary_password
      }
      await callApi('PUT /staff', { body: { sub: person.sub, version: person.version, ...body } })
      return null
    },
    reload: () => queries.invalidateQueries({ queryKey: [...STAFF, 'list'] }),
    saved: (password) =>
      person !== undefined
        ? t('staff.save.saved')
        : password === null
          ? t('staff.save.invited', { email })
          : { message: t('staff.save.handOver', { email }), code: password },
    failed: t(person === undefined ? 'staff.save.notInvited' : 'staff.save.notSaved'),
    onSaved,
    onRefused: async (error) =>
      person !== undefined &&
      conflict.settles(error, {
        title: t('staff.conflict.title'),
        load: () => queries.fetchQuery({ ...findPerson(person.sub), staleTime: 0 }),
        loadFailed: t('staff.form.loadFailed'),
        setAside: form.setAside,
      }),
    afterRefusal: (error) => form.refuseNamed(error.field, error.message),
  })

  return {
    done: saving.done,
    conflict,
    async save() {
      if (form.check()) {
        await saving.save()
      }
    },
    reset() {
      form.reset()
      conflict.forget()
    },
  }
}
