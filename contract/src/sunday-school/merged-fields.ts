import { ATTENDEE_FIELD_NAMES } from './attendee-record.ts'

/** What a merged child has from the one entry or from the other. */
export const MERGE_CHOICES = [...ATTENDEE_FIELD_NAMES, 'photo'] as const
export type MergeChoice = (typeof MERGE_CHOICES)[number]
