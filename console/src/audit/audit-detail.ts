import type { AuditEntry } from '@vestry/contract/calls/audit.ts'
import {
  type AUDIT_PARTS,
  type AuditKind,
  type PartsOf,
  type RecordName,
  readRecordName,
} from '@vestry/contract/rules/audit-kinds.ts'
import { findText, type MessageKey, t } from '../messages/messages.ts'
import { paths } from '../paths.ts'

/** How somebody proved who they are, by the words of the server and of the protocol. */
const PROOFS: Readonly<Record<string, MessageKey>> = {
  password: 'audit.proof.password',
  passkey: 'audit.proof.passkey',
  device: 'audit.proof.device',
  custom: 'audit.proof.custom',
  totp: 'audit.proof.totp',
  SOFTWARE_TOKEN_MFA: 'audit.proof.totp',
  email: 'audit.proof.email',
  EMAIL_OTP: 'audit.proof.email',
  sms: 'audit.proof.sms',
  SMS_OTP: 'audit.proof.sms',
  SMS_MFA: 'audit.proof.sms',
}
const FIELDS: Readonly<Record<string, MessageKey>> = {
  email: 'staff.column.email',
  phone_number: 'audit.field.phone',
  name: 'staff.column.name',
  locale: 'staff.form.language',
}
const EXPORTED: Readonly<Record<string, MessageKey>> = {
  attendees: 'audit.export.attendees',
  rosters: 'audit.export.rosters',
  attendance: 'audit.export.attendance',
  stays: 'audit.export.stays',
  'attendance report': 'audit.export.attendanceReport',
  register: 'audit.export.register',
  'child report': 'audit.export.childReport',
  'guest report': 'audit.export.guestReport',
  guests: 'audit.export.guests',
  'teacher report': 'audit.export.teacherReport',
  downloads: 'audit.export.downloads',
  contacts: 'audit.export.contacts',
  families: 'audit.export.families',
  birthdates: 'audit.export.birthdates',
  care: 'audit.export.care',
  collectors: 'audit.export.collectors',
  csv: 'audit.export.csv',
  xlsx: 'audit.export.xlsx',
}

/** The console's text for a word of the server or of the protocol; an unknown word stays as it is. */
const wordOf = (words: Readonly<Record<string, MessageKey>>) => (word: string) =>
  words[word] === undefined ? word : t(words[word])
const proof = wordOf(PROOFS)
const field = wordOf(FIELDS)
const exported = wordOf(EXPORTED)
const orWord = (name: string, word: string) => findText(name) ?? word

/** Those of these that are not empty. */
const list = (...pieces: (string | false | undefined)[]) => pieces.filter(Boolean).join(', ')
const groupsOf = (groups: readonly string[]) => (groups.length === 0 ? t('staff.noGroup') : list(...groups))

type WithParts = {
  [Kind in AuditKind]: keyof (typeof AUDIT_PARTS)[Kind] extends never ? never : Kind
}[AuditKind]

/**
 * What an entry of each kind says besides who, to whom and when; names of groups, devices and keys stay as they are.
 */
const SENTENCES: { readonly [Kind in WithParts]: (parts: PartsOf<Kind>) => string } = {
  sign_in: ({ factors }) => factors.map(proof).join(' + '),
  sign_in_failed: ({ factor }) => proof(factor),
  refresh_token_reused: ({ grant }) => list(grant && orWord(`audit.grant.${grant}`, grant)),
  second_factor_changed: factorChanges,
  staff_second_factor_reset: ({ factors, ...changes }) =>
    list(factors && (list(...factors.map(proof)) || '–'), factorChanges(changes)),
  passkey_added: ({ name }) => name,
  passkey_removed: ({ name, count }) => list(name, count !== undefined && t('audit.allPasskeys', { count })),
  device_remembered: ({ name }) => name,
  device_forgotten: ({ name, count }) => list(name, count !== undefined && t('audit.allDevices', { count })),
  contact_changed: ({ attribute }) => field(attribute),
  contact_verified: ({ attribute }) => field(attribute),
  staff_added: ({ groups }) => list(groups && groupsOf(groups)),
  staff_changed: ({ attributes }) => list(...attributes.map(field)),
  staff_groups_changed: ({ before, after }) => `${groupsOf(before)} → ${groupsOf(after)}`,
  groups_changed: ({ group, change }) => t(`audit.group.${change as 'added'}`, { name: group }),
  access_key_created: accessKey,
  access_key_revoked: accessKey,
  audit_exported: ({ kind, person, record, ...days }) =>
    list(kind && orWord(`audit.kind.${kind}`, kind), person, record && formatRecord(record), ...daysOf(days)),
  settings_changed: ({ settings }) => list(...settings.map((name) => orWord(`settings.${name}`, name))),
  rights_changed: ({ group, rights }) =>
    `${group}: ${rights.map((right) => orWord(`rights.right.${right}`, right)).join('; ') || t('audit.noRights')}`,
  retention_changed: ({ rule, months }) =>
    t('audit.rule.kept', { rule: orWord(`audit.rule.${rule}`, rule), months }),
  retention_applied: ({ rule, count }) =>
    t('audit.rule.removed', { rule: orWord(`audit.rule.${rule}`, rule), count }),
  presenter_merged: ({ into }) => formatRecord(into),
  category_merged: ({ into }) => formatRecord(into),
  topic_merged: ({ into }) => formatRecord(into),
  sermon_series_merged: ({ into }) => formatRecord(into),
  object_removed: ({ key }) => key,
  object_refused: ({ key }) => key,
  attendees_imported: (counts) => t('audit.imported', counts),
  attendance_imported: (counts) => t('audit.imported', counts),
  stays_imported: ({ added }) => t('audit.stays', { count: added }),
  import_undone: (counts) => t('audit.undone', counts),
  followed_up: ({ outcome }) => list(outcome && orWord(`attendees.followUp.outcome.${outcome}`, outcome)),
  miss_limit_changed: ({ limit }) =>
    limit === 0 ? t('classes.limit.never') : t('classes.limit.times', { count: limit }),
  list_exported: ({ list: of, record, with: asked = [], format, rows, ...days }) =>
    list(
      exported(of),
      record && formatRecord(record),
      ...asked.map(exported),
      ...daysOf(days),
      exported(format),
      t('audit.export.rows', { count: rows }),
    ),
  list_printed: ({ with: asked }) => list(...asked.map(exported)),
  attendee_merged: mergedWith,
  family_merged: mergedWith,
  family_split: ({ into, from }) => list(into && formatRecord(into), from && formatRecord(from)),
  helpers_counted: ({ helpers }) => t('audit.adults', { count: helpers }),
  family_change_undone: ({ kind }) => orWord(`audit.families.${kind}`, kind),
  attendee_merge_undone: mergedWith,
  attendee_merge_purged: mergedWith,
  roster_added: attendees,
  roster_removed: attendees,
  attendance_changed: attendees,
  attendance_deleted: attendees,
  arrived: attendees,
  arrival_moved: attendees,
  arrival_undone: attendees,
  given_back: ({ way, ...of }) => list(attendees(of), orWord(`audit.way.${way}`, way)),
  giving_back_refused: ({ why, ...of }) => list(attendees(of), orWord(`audit.why.${why}`, why)),
  giving_back_undone: attendees,
  seen_without_tag: attendees,
  door_code_renewed: attendees,
  parent_called: ({ way, ...of }) => list(attendees(of), orWord(`audit.callWay.${way}`, way)),
  parent_call_closed: attendees,
  claim_settled: ({ settlement }) => orWord(`audit.settlement.${settlement}`, settlement),
}

/** The text of an entry in the console's language; an entry from before there were parts is shown as it was written. */
export function formatDetail({ kind, parts, detail }: Pick<AuditEntry, 'kind' | 'parts' | 'detail'>): string {
  const say = SENTENCES[kind as WithParts] as ((parts: object) => string) | undefined
  return parts === null ? (detail ?? '') : (say?.(parts) ?? '')
}

function mergedWith({ into, from }: { into?: string | undefined; from?: string | undefined }): string {
  return list(
    into && t('audit.mergedInto', { record: formatRecord(into) }),
    from && t('audit.mergedFrom', { record: formatRecord(from) }),
  )
}

function factorChanges({ preferred, ...changes }: PartsOf<'second_factor_changed'>): string {
  return list(
    ...Object.entries(changes).flatMap(([change, factors]) =>
      (factors ?? []).map((factor) => t(`audit.factor.${change as 'on'}`, { factor: proof(factor) })),
    ),
    preferred &&
      (preferred === 'none'
        ? t('audit.factor.nonePreferred')
        : t('audit.factor.preferred', { factor: proof(preferred) })),
  )
}

function accessKey({ name, key }: PartsOf<'access_key_created'>): string {
  return `${name} (${key})`
}

function attendees(parts: PartsOf<'roster_added'>): string {
  return list(...parts.attendees.map((id) => formatRecord(`attendee/${id}`)))
}

function daysOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return [from && t('audit.since', { day: from }), to && t('audit.until', { day: to })]
}

/** The names that the server gives to actors that are no people. */
export function formatActor(name: string): string {
  switch (name) {
    case 'command line':
      return t('audit.commandLine')
    case 'first start':
      return t('audit.firstStart')
    default: {
      const key = /^access key (.+)$/s.exec(name)?.[1]
      return key === undefined ? name : t('audit.accessKey', { name: key })
    }
  }
}

/** A record, by what it is and its number, since the trail has no names of children. */
export function formatRecord(record: string): string {
  const name = readRecordName(record)
  return name === undefined ? record : t(`audit.record.${name.type}`, { id: name.id })
}

/** The page of a record, if it has one. */
export function pageOfRecord(record: RecordName): string | undefined {
  const { type, id = '' } = readRecordName(record) ?? {}
  switch (type) {
    case 'item':
      return paths.editPreaching(id)
    case 'presenter':
    case 'category':
    case 'topic':
    case 'sermon_series':
      return paths.names
    case 'attendee':
      return paths.editAttendee(Number(id))
    case 'class':
      return paths.editClass(Number(id))
    case 'series':
      return paths.roster(Number(id))
    default:
      return undefined
  }
}
