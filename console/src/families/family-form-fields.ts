import type { Family } from '@vestry/contract/calls/families.ts'
import { ADULT_FIELDS, FAMILY_FIELDS } from '@vestry/contract/sunday-school/family-record.ts'
import { sanitize } from '@vestry/contract/text/sanitize.ts'
import { churchToday } from '../api/church-day.ts'
import type { FieldErrors } from '../forms/form-draft.ts'
import { blankValues, bodyOf, type FormValues, findErrors, valuesOf } from '../forms/record-values.ts'
import { t } from '../messages/messages.ts'
import { changedNumbers } from '../ui/people/confirm-numbers.tsx'

export type FamilyValues = FormValues<typeof FAMILY_FIELDS>
export type AdultValues = FamilyValues['adults'][number]

export const BLANK_ADULT: AdultValues = { ...blankValues(FAMILY_FIELDS.adults.of), collects: 'no' }

/** Whoever has a first and a last name, which may be empty. */
export function fullName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim()
}

/** The first values of a family's form. */
export function familyValues(family: Family | undefined): FamilyValues {
  return family === undefined
    ? { ...blankValues(FAMILY_FIELDS), adults: [BLANK_ADULT] }
    : valuesOf(FAMILY_FIELDS, { ...family, children: family.children.map(({ id }) => id) })
}

/** What is sent of a family; whoever is new has no id. */
export function familyBody(values: FamilyValues) {
  const { adults, ...body } = bodyOf(FAMILY_FIELDS, values)
  return { ...body, adults: adults.map((adult) => ({ ...adult, id: adult.id || null })) }
}

export function isNameless({ first_name }: Pick<AdultValues, 'first_name'>): boolean {
  return sanitize(first_name) === ''
}

export function findFamilyErrors(values: FamilyValues): FieldErrors<FamilyValues> {
  return {
    ...findErrors(FAMILY_FIELDS, values, churchToday()),
    ...(values.adults.some(isNameless) && { adults: t('ui.form.required') }),
  }
}

/** The texts of an adult whose numbers would be saved differently from what was typed. */
export function changedAdultNumbers(adult: Omit<AdultValues, 'id'>) {
  return changedNumbers(ADULT_FIELDS, adult, (name) =>
    t('families.page.form.numbersOf', { field: t(`families.page.form.${name}`), name: fullName(adult) }),
  )
}

/** Whether a part of an address can be the number of a family. */
export function isFamilyId(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}
