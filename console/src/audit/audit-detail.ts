import { type AuditKind, type RecordName, readRecordName } from '@vestry/contract/audit-kinds.ts'
import { RETENTION_RULES } from '@vestry/contract/retention-rules.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { paths } from '../paths.ts'

/** How somebody proved who they are, in the words of the server and of the protocol. */
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
const FACTOR_CHANGES: Readonly<Record<string, MessageKey>> = {
  on: 'audit.factor.on',
  off: 'audit.factor.off',
  replaced: 'audit.factor.replaced',
  verified: 'audit.factor.verified',
  forgotten: 'audit.factor.forgotten',
  preferred: 'audit.factor.preferred',
}
const GROUP_CHANGES: Readonly<Record<string, MessageKey>> = {
  added: 'audit.group.added',
  changed: 'audit.group.changed',
  removed: 'audit.group.removed',
}

const wordOf = (words: Readonly<Record<string, MessageKey>>) => (piece: string) =>
  words[piece] === undefined ? piece : t(words[piece])

/** Says one piece of a detail, for the kinds whose details are words of the server rather than names. */
const SAY: { readonly [Kind in AuditKind]?: (piece: string) => string } = {
  sign_in: wordOf(PROOFS),
  sign_in_failed: wordOf(PROOFS),
  second_factor_changed: formatFactorChange,
  staff_second_factor_reset: formatFactorChange,
  contact_changed: wordOf(FIELDS),
  contact_verified: wordOf(FIELDS),
  staff_changed: wordOf(FIELDS),
  staff_added: formatGroups,
  staff_groups_changed: formatGroups,
  groups_changed: formatGroupChange,
  device_forgotten: (piece) => {
    const count = /^all (\d+)$/.exec(piece)?.[1]
    return count === undefined ? piece : t('audit.allDevices', { count: Number(count) })
  },
  audit_exported: formatCriteria,
  list_exported: formatExport,
  list_printed: formatExport,
  presenter_merged: formatRecord,
  category_merged: formatRecord,
  topic_merged: formatRecord,
  sermon_series_merged: formatRecord,
  roster_added: formatAttendee,
  roster_removed: formatAttendee,
  attendance_changed: formatAttendee,
  attendance_deleted: formatAttendee,
  retention_changed: (piece) => formatRule(piece, 'months'),
  retention_applied: (piece) => formatRule(piece, 'count'),
}

/** The detail of an entry in the language of the console; names of groups, devices and keys stay as they are. */
export function formatDetail(kind: AuditKind, detail: string): string {
  const say = SAY[kind]
  const pieces = detail.split(/( \+ | → |, )/)
  return pieces.map((piece, index) => (say === undefined || index % 2 === 1 ? piece : say(piece))).join('')
}

/** Who did it where it was no person: the names that the server gives to those. */
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

/** A record by what it is and its number: the trail knows no names of children. */
export function formatRecord(record: string): string {
  const name = readRecordName(record)
  return name === undefined ? record : t(`audit.record.${name.type}`, { id: name.id })
}

/** Where a record is looked at, if it has a page. */
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

function formatRule(piece: string, of: 'months' | 'count'): string {
  const [name, number] = piece.split(' ')
  const known = RETENTION_RULES.find((one) => one === name)
  if (known === undefined) {
    return piece
  }
  const rule = t(`audit.rule.${known}`)
  return of === 'months'
    ? t('audit.rule.kept', { rule, months: Number(number) })
    : t('audit.rule.removed', { rule, count: Number(number) })
}

function formatAttendee(id: string): string {
  return t('audit.record.attendee', { id })
}

function formatFactorChange(piece: string): string {
  const [, factor = piece, change = ''] = /^(\w+) (\w+)$/.exec(piece) ?? []
  const word = FACTOR_CHANGES[change]
  if (word === undefined) {
    return wordOf(PROOFS)(piece)
  }
  return factor === 'none' ? t('audit.factor.nonePreferred') : t(word, { factor: wordOf(PROOFS)(factor) })
}

function formatGroups(piece: string): string {
  return piece === 'no group' || piece === '–' ? t('staff.noGroup') : piece
}

function formatGroupChange(piece: string): string {
  const [, name = '', change = ''] = /^(.+) (\w+)$/s.exec(piece) ?? []
  const word = GROUP_CHANGES[change]
  return word === undefined ? piece : t(word, { name })
}

const EXPORTED: Readonly<Record<string, MessageKey>> = {
  attendees: 'audit.export.attendees',
  rosters: 'audit.export.rosters',
  attendance: 'audit.export.attendance',
  'attendance report': 'audit.export.attendanceReport',
  register: 'audit.export.register',
  'child report': 'audit.export.childReport',
  'guest report': 'audit.export.guestReport',
  guests: 'audit.export.guests',
  'teacher report': 'audit.export.teacherReport',
  downloads: 'audit.export.downloads',
  contacts: 'audit.export.contacts',
  birthdates: 'audit.export.birthdates',
  care: 'audit.export.care',
  csv: 'audit.export.csv',
  xlsx: 'audit.export.xlsx',
}

function formatExport(piece: string): string {
  const count = /^(\d+) rows$/.exec(piece)?.[1]
  const [, type, id = ''] = /^(series|attendee) (\d+)$/.exec(piece) ?? []
  if (type !== undefined) {
    return formatRecord(`${type}/${id}`)
  }
  const uuid = /^sermon ([\w-]+)$/.exec(piece)?.[1]
  if (uuid !== undefined) {
    return formatRecord(`item/${uuid}`)
  }
  return count === undefined
    ? formatCriteria(wordOf(EXPORTED)(piece))
    : t('audit.export.rows', { count: Number(count) })
}

function formatCriteria(piece: string): string {
  const [, name, value = ''] = /^(\w+) (.+)$/s.exec(piece) ?? []
  switch (name) {
    case 'kind':
      return t(`audit.kind.${value as AuditKind}`)
    case 'from':
      return t('audit.since', { day: value })
    case 'to':
      return t('audit.until', { day: value })
    default:
      return name === 'person' ? value : name === 'record' ? formatRecord(value) : piece
  }
}
