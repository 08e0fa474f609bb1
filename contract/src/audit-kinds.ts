/** The kinds of entries of the audit trail: a closed list. */
export const AUDIT_KINDS = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'sign_out_everywhere',
  'refresh_token_reused',
  'signed_up',
  'account_confirmed',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'second_factor_changed',
  'passkey_added',
  'passkey_removed',
  'device_remembered',
  'device_forgotten',
  'contact_changed',
  'contact_verified',
  'account_deleted',
  'staff_added',
  'staff_invited_again',
  'staff_changed',
  'staff_groups_changed',
  'staff_disabled',
  'staff_enabled',
  'staff_password_reset',
  'staff_second_factor_reset',
  'staff_signed_out',
  'staff_removed',
  'groups_changed',
  'access_key_created',
  'access_key_revoked',
  'keys_rotated',
  'audit_exported',
  'backup_failed',
  'settings_changed',
  'rights_changed',
  'item_added',
  'item_changed',
  'recording_replaced',
  'item_deleted',
  'item_undeleted',
  'item_purged',
  'presenter_added',
  'presenter_renamed',
  'presenter_merged',
  'presenter_deleted',
  'category_added',
  'category_renamed',
  'category_merged',
  'category_deleted',
  'attendee_added',
  'attendee_changed',
  'attendee_photo_changed',
  'attendee_photo_removed',
  'attendee_deleted',
  'attendee_undeleted',
  'attendee_purged',
  'absence_planned',
  'absence_unplanned',
  'attendees_imported',
  'import_undone',
  'list_exported',
  'list_printed',
  'attendee_exported',
  'class_planned',
  'class_changed',
  'class_cancelled',
  'class_restored',
  'class_deleted',
  'class_undeleted',
  'class_purged',
  'roster_added',
  'roster_removed',
  'attendance_changed',
  'attendance_deleted',
] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]

/** What the entries about the church's own records are about. */
export const RECORD_TYPES = [
  'item',
  'presenter',
  'category',
  'attendee',
  'import',
  'class',
  'series',
] as const

/** A record by its type and id, such as `attendee/12`: an entry never has the name of a child. */
export type RecordName = `${(typeof RECORD_TYPES)[number]}/${string}`

/** The type and the id of a record, or `undefined` where a text names none. */
export function readRecordName(
  text: string,
): { type: (typeof RECORD_TYPES)[number]; id: string } | undefined {
  const [, name, id] = /^([a-z]+)\/([\w-]{1,36})$/.exec(text) ?? []
  const type = RECORD_TYPES.find((one) => one === name)
  return type === undefined || id === undefined ? undefined : { type, id }
}
