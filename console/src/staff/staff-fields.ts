import {
  asMessageLanguage,
  DEFAULT_LANGUAGE,
  type MessageLanguage,
} from '@vestry/contract/messages/message-languages.ts'
import type { StaffPerson } from '@vestry/contract/staff-accounts.ts'
import type { FieldErrors } from '../forms/form-draft.ts'
import { t } from '../messages/messages.ts'

/** What the form edits. The groups are one text, in the order of the alphabet, so that a choice taken back is no change. */
export type StaffValues = { email: string; name: string; language: MessageLanguage; groups: string }

/** The fields in the order in which they stand on the form. */
export const STAFF_FIELDS = [
  'email',
  'name',
  'language',
  'groups',
] as const satisfies readonly (keyof StaffValues)[]

const LONGEST = { email: 254, name: 120 } as const

export function newPerson(language: MessageLanguage): StaffValues {
  return { email: '', name: '', language, groups: '' }
}

export function staffValues({ email, name, language, groups }: StaffPerson): StaffValues {
  return { email, name, language, groups: joinGroups(groups) }
}

export function validatePerson(values: StaffValues): FieldErrors<StaffValues> {
  const errors: FieldErrors<StaffValues> = {}
  if (!/^[^\s@"\\]+@[^\s@"\\]+$/.test(values.email.trim())) {
    errors.email = t('staff.form.noEmail')
  }
  for (const field of ['email', 'name'] as const) {
    if (values[field].trim() === '') {
      errors[field] = t('ui.form.required')
    } else if (values[field].length > LONGEST[field]) {
      errors[field] = t('ui.form.tooLong', { most: LONGEST[field] })
    }
  }
  return errors
}

/** The body of invite and change, without who it is. */
export function staffBody({ name, language, groups }: StaffValues) {
  return { name: name.trim(), language, groups: splitGroups(groups) }
}

export function asLanguage(value: string): MessageLanguage {
  return asMessageLanguage(value) ?? DEFAULT_LANGUAGE
}

/** No name of a group holds a line break. */
export function splitGroups(groups: string): string[] {
  return groups === '' ? [] : groups.split('\n')
}

export function joinGroups(groups: readonly string[]): string {
  return groups.toSorted().join('\n')
}
