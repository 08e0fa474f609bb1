import { LANGUAGE_TAGS } from '../messages/message-languages.ts'
import type { Fields } from './record-fields.ts'

/** What is kept of somebody who signs in, in the order of their form; `language` is the one of emails to them. */
export const STAFF_FIELDS = {
  email: { kind: 'email', max: 254, required: true },
  name: { kind: 'line', max: 120, required: true },
  language: { kind: 'choice', of: LANGUAGE_TAGS },
  groups: { kind: 'set', of: 'group', max: 25 },
} as const satisfies Fields
