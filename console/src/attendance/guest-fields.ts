import type { GUEST_FIELDS } from '@vestry/contract/sunday-school/attendee-record.ts'
import type { FormValues } from '../forms/record-values.ts'

export type GuestFields = FormValues<typeof GUEST_FIELDS>

export const NO_GUEST: GuestFields = { first_name: '', last_name: '', parent_contact: '', allergies: '' }

/**
 * The dialog's first values: those of a guest with the name that was searched for or, without a name, what was typed
 * and not saved. A contact and allergies stay with the name for which they were typed.
 */
export function beginGuest(draft: GuestFields, searched: string): GuestFields {
  if (searched === '' || searched === `${draft.first_name} ${draft.last_name}`) {
    return draft
  }
  const [first_name = '', ...rest] = searched.split(' ')
  return { ...NO_GUEST, first_name, last_name: rest.join(' ') }
}
