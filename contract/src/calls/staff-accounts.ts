import { z } from 'zod'
import { LANGUAGE_TAGS } from '../messages/message-languages.ts'
import { STAFF_FIELDS } from '../records/staff-record.ts'
import { SECOND_FACTORS } from '../rules/runtime-config.ts'
import { STAFF_PAGE_SIZE, STAFF_STATUSES } from '../rules/staff-rules.ts'
import { line, oneOf, text, Uuid, wholeNumberText } from './fields.ts'
import { schemasOf } from './record-schemas.ts'
import { route } from './route.ts'

const who = 'administer'

const { email, ...staffFields } = schemasOf(STAFF_FIELDS)

/** Somebody who signs in here, as the list shows them. */
const StaffRow = z.object({
  sub: z.string(),
  email: z.string(),
  /** Empty when it is not known. */
  name: z.string(),
  language: oneOf(LANGUAGE_TAGS),
  /** In the order that decides the role: the first one counts. */
  groups: z.array(z.string()),
  enabled: z.boolean(),
  status: oneOf(STAFF_STATUSES),
  /** When the temporary password expires, in milliseconds since 1970; null for those who have one of their own. */
  invited_until: z.number().int().nullable(),
})
export type StaffRow = z.output<typeof StaffRow>

/** Somebody who signs in here, with what a pool returns for one person at a time. */
export const StaffPerson = StaffRow.extend({
  second_factors: z.array(oneOf(SECOND_FACTORS)),
  /** Stands for name, language and groups: sent back with PUT, it makes the server refuse to overwrite someone else's. */
  version: z.string(),
})
export type StaffPerson = z.output<typeof StaffPerson>

/**
 * The temporary password, returned this once, where no email leaves the server: the person who asked for it hands it
 * over. Null when it went out by email.
 */
const temporary_password = z.string().nullable()

export const StaffFilter = z.strictObject({
  /** The beginning of the e-mail address or the name. */
  search: text(120).optional(),
  limit: wholeNumberText(1, 60).default(STAFF_PAGE_SIZE),
  /** The `next` of the page before. */
  after: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/)
    .meta({ description: 'the next of the page before' })
    .optional(),
})
export type StaffFilter = z.output<typeof StaffFilter>

/** A user pool can only be read forwards, and gives neither a total nor a position. */
export const StaffPage = z.object({ results: z.array(StaffRow), next: z.string().nullable() })
export type StaffPage = z.output<typeof StaffPage>

const Invitation = z.strictObject({ email, ...staffFields })
export type Invitation = z.output<typeof Invitation>

const ChangedPerson = z.strictObject({ sub: Uuid, version: line(64).optional(), ...staffFields })
export type ChangedPerson = z.output<typeof ChangedPerson>

const OnePerson = z.strictObject({ sub: Uuid })
const Enabling = z.strictObject({
  sub: Uuid,
  enabled: z.boolean().meta({ description: 'true or false' }),
})
const Done = z.object({ message: z.string() })

export const staffRoutes = {
  list: route('GET', '/staff', {
    summary: 'List the people who sign in, one page after the other, or those whose e-mail or name begins so',
    who,
    query: StaffFilter,
    answer: StaffPage,
  }),
  find: route('GET', '/staff/person', {
    summary: 'One person, by their sub',
    who,
    query: OnePerson,
    answer: StaffPerson,
    errors: ['not_found'],
  }),
  invite: route('POST', '/staff', {
    summary:
      'Invite somebody; a temporary password goes to them by email, or is answered where no email leaves',
    who,
    body: Invitation,
    answer: StaffPerson.extend({ temporary_password }),
    errors: ['already_exists', 'unknown_group', 'not_sent'],
  }),
  change: route('PUT', '/staff', {
    summary: 'Change name, language and groups; with a version, only if nobody else changed them since',
    who,
    body: ChangedPerson,
    answer: StaffPerson,
    errors: ['not_found', 'changed_meanwhile', 'unknown_group', 'last_administrator'],
  }),
  changeOwnAddress: route('PUT', '/staff/own-address', {
    summary: 'Change one’s own email address without a code, where no email leaves the server',
    who,
    body: z.strictObject({ email }),
    answer: Done,
    errors: ['already_exists'],
  }),
  setEnabled: route('PUT', '/staff/enabled', {
    summary: 'Disable somebody, which signs them out everywhere, or enable them again',
    who,
    body: Enabling,
    answer: Done,
    errors: ['not_found', 'own_account', 'last_administrator'],
  }),
  inviteAgain: route('POST', '/staff/invitation', {
    summary: 'Send somebody who never signed in a new temporary password',
    who,
    body: OnePerson,
    answer: Done.extend({ temporary_password }),
    errors: ['not_found', 'wrong_status'],
  }),
  resetPassword: route('POST', '/staff/password-reset', {
    summary: 'Make somebody choose a new password with a code sent by mail, and sign them out everywhere',
    who,
    body: OnePerson,
    answer: Done,
    errors: ['not_found', 'own_account', 'wrong_status', 'last_administrator'],
  }),
  resetSecondFactor: route('POST', '/staff/second-factor-reset', {
    summary:
      'Switch off all second factors of somebody, forget their devices and passkeys, and sign them out everywhere',
    who,
    body: OnePerson,
    answer: Done,
    errors: ['not_found', 'own_account'],
  }),
  signOut: route('POST', '/staff/sign-out', {
    summary: 'Sign somebody out everywhere',
    who,
    body: OnePerson,
    answer: Done,
    errors: ['not_found'],
  }),
  remove: route('DELETE', '/staff', {
    summary: 'Delete somebody’s account',
    who,
    query: OnePerson,
    answer: Done,
    errors: ['not_found', 'own_account', 'last_administrator'],
  }),
}
