import { ATTENDEE_FIELD_NAMES, ATTENDEE_FIELDS, type AttendeeField } from './attendee-record.ts'

/** What a merged child has from the one entry or from the other. */
export const MERGE_CHOICES = [...ATTENDEE_FIELD_NAMES, 'photo'] as const
export type MergeChoice = (typeof MERGE_CHOICES)[number]

/** The texts of any number of lines: of these a child can have both, such as the allergies of either entry. */
export type JoinedField = {
  [Name in AttendeeField]: (typeof ATTENDEE_FIELDS)[Name] extends { kind: 'text' } ? Name : never
}[AttendeeField]
export const JOINED_FIELDS = ATTENDEE_FIELD_NAMES.filter(isJoined)

export function isJoined(name: MergeChoice): name is JoinedField {
  return name !== 'photo' && ATTENDEE_FIELDS[name].kind === 'text'
}

/** Two texts one below the other; undefined where there are no two, or no room for both. */
export function joinTexts(name: JoinedField, one: string, other: string): string | undefined {
  const joined = `${one}\n${other}`
  return one === '' || other === '' || joined.length > ATTENDEE_FIELDS[name].max ? undefined : joined
}
