/** The forms that a part has; the mark says that an entry may be without it. */
type PartForms = { text: string; number: number; texts: readonly string[]; numbers: readonly number[] }
type PartForm = keyof PartForms | `${keyof PartForms}?`

/** What became of which second factor, and which is preferred now. */
const FACTOR_CHANGES = {
  on: 'texts?',
  off: 'texts?',
  replaced: 'texts?',
  verified: 'texts?',
  forgotten: 'texts?',
  preferred: 'text?',
} as const satisfies Record<string, PartForm>

/** The kinds of entries of the audit trail, a closed list, and what each says beside who, to whom and when. */
export const AUDIT_PARTS = {
  sign_in: { factors: 'texts' },
  sign_in_failed: { factor: 'text' },
  sign_out: {},
  sign_out_everywhere: {},
  refresh_token_reused: { grant: 'text?' },
  signed_up: {},
  account_confirmed: {},
  password_changed: {},
  password_reset_requested: {},
  password_reset: {},
  second_factor_changed: FACTOR_CHANGES,
  passkey_added: { name: 'text' },
  passkey_removed: { name: 'text?', count: 'number?' },
  device_remembered: { name: 'text' },
  device_forgotten: { name: 'text?', count: 'number?' },
  contact_changed: { attribute: 'text' },
  contact_verified: { attribute: 'text' },
  account_deleted: {},
  staff_added: { groups: 'texts?' },
  staff_invited_again: {},
  staff_changed: { attributes: 'texts' },
  staff_groups_changed: { before: 'texts', after: 'texts' },
  staff_disabled: {},
  staff_enabled: {},
  staff_password_reset: {},
  staff_second_factor_reset: { factors: 'texts?', ...FACTOR_CHANGES },
  staff_signed_out: {},
  staff_removed: {},
  groups_changed: { group: 'text', change: 'text' },
  access_key_created: { name: 'text', key: 'text' },
  access_key_revoked: { name: 'text', key: 'text' },
  keys_rotated: {},
  audit_exported: { kind: 'text?', person: 'text?', record: 'text?', from: 'text?', to: 'text?' },
  backup_failed: {},
  settings_changed: { settings: 'texts' },
  rights_changed: { group: 'text', rights: 'texts' },
  retention_changed: { rule: 'text', months: 'number' },
  retention_applied: { rule: 'text', count: 'number' },
  item_added: {},
  item_changed: {},
  recording_replaced: {},
  item_deleted: {},
  item_undeleted: {},
  item_purged: {},
  presenter_added: {},
  presenter_renamed: {},
  presenter_merged: { into: 'text' },
  presenter_deleted: {},
  category_added: {},
  category_renamed: {},
  category_merged: { into: 'text' },
  category_deleted: {},
  topic_added: {},
  topic_renamed: {},
  topic_merged: { into: 'text' },
  topic_deleted: {},
  sermon_series_added: {},
  sermon_series_changed: {},
  sermon_series_merged: { into: 'text' },
  sermon_series_deleted: {},
  podcast_added: {},
  podcast_changed: {},
  podcast_deleted: {},
  object_removed: { key: 'text' },
  object_refused: { key: 'text' },
  sermons_imported: {},
  sermon_import_undone: {},
  attendee_added: {},
  attendee_changed: {},
  attendee_photo_changed: {},
  attendee_photo_removed: {},
  attendee_deleted: {},
  attendee_undeleted: {},
  attendee_purged: {},
  attendee_erased: {},
  attendee_merged: { into: 'text?', from: 'text?' },
  attendee_merge_undone: { into: 'text?', from: 'text?' },
  attendee_merge_purged: { from: 'text' },
  family_added: {},
  family_changed: {},
  family_deleted: {},
  family_merged: { into: 'text?', from: 'text?' },
  family_split: { into: 'text?', from: 'text?' },
  family_change_undone: { kind: 'text' },
  family_card_given: {},
  collecting_changed: {},
  safeguarding_read: {},
  safeguarding_changed: {},
  absence_planned: {},
  absence_unplanned: {},
  followed_up: { outcome: 'text?' },
  follow_up_undone: {},
  miss_limit_changed: { limit: 'number' },
  attendees_imported: { added: 'number', changed: 'number' },
  attendance_imported: { added: 'number', changed: 'number' },
  stays_imported: { added: 'number' },
  import_undone: { removed: 'number', restored: 'number', kept: 'number' },
  list_exported: {
    list: 'text',
    record: 'text?',
    with: 'texts?',
    from: 'text?',
    to: 'text?',
    format: 'text',
    rows: 'number',
  },
  list_printed: { with: 'texts' },
  attendee_exported: {},
  room_added: {},
  room_changed: {},
  room_deleted: {},
  class_planned: {},
  class_changed: {},
  class_cancelled: {},
  class_restored: {},
  class_deleted: {},
  class_undeleted: {},
  class_purged: {},
  roster_added: { attendees: 'numbers' },
  roster_removed: { attendees: 'numbers' },
  attendance_changed: { attendees: 'numbers' },
  attendance_deleted: { attendees: 'numbers' },
  helpers_counted: { helpers: 'number' },
  arrived: { attendees: 'numbers' },
  arrival_moved: { attendees: 'numbers' },
  arrival_undone: { attendees: 'numbers' },
  given_back: { attendees: 'numbers', way: 'text' },
  giving_back_refused: { attendees: 'numbers', why: 'text' },
  giving_back_undone: { attendees: 'numbers' },
  seen_without_tag: { attendees: 'numbers' },
  door_code_renewed: { attendees: 'numbers' },
  door_alert_closed: {},
  parent_called: { attendees: 'numbers', way: 'text' },
  parent_call_closed: { attendees: 'numbers' },
  printer_added: {},
  printer_changed: {},
  printer_deleted: {},
  station_added: {},
  station_changed: {},
  station_paired: {},
  station_deleted: {},
  claim_settled: { settlement: 'text' },
} as const satisfies Record<string, Record<string, PartForm>>

export type AuditKind = keyof typeof AUDIT_PARTS
export const AUDIT_KINDS = Object.keys(AUDIT_PARTS) as AuditKind[]

type FormOf<Form> = Form extends `${infer Name extends keyof PartForms}?`
  ? PartForms[Name]
  : PartForms[Form & keyof PartForms]
type Declared<Kind extends AuditKind> = (typeof AUDIT_PARTS)[Kind]
type Absent<Parts> = { [Name in keyof Parts]: Parts[Name] extends `${string}?` ? Name : never }[keyof Parts]

/** The parts of an entry of a kind: ids, numbers and names of things, never the name of a child. */
export type PartsOf<Kind extends AuditKind> = {
  readonly [Name in Exclude<keyof Declared<Kind>, Absent<Declared<Kind>>>]: FormOf<Declared<Kind>[Name]>
} & {
  readonly [Name in Absent<Declared<Kind>>]?: FormOf<Declared<Kind>[Name]> | undefined
}

/** What happened: a kind with its parts. */
export type Happening = {
  [Kind in AuditKind]: Record<never, never> extends PartsOf<Kind>
    ? { kind: Kind; parts?: PartsOf<Kind> | undefined }
    : { kind: Kind; parts: PartsOf<Kind> }
}[AuditKind]

/** What the entries about the church's own records are about. */
export const RECORD_TYPES = [
  'item',
  'presenter',
  'category',
  'topic',
  'sermon_series',
  'podcast',
  'sermon_import',
  'attendee',
  'family',
  'import',
  'room',
  'printer',
  'station',
  'class',
  'series',
] as const

/** A record by its type and id, such as `attendee/12`: an entry never has the name of a child. */
export type RecordName = `${(typeof RECORD_TYPES)[number]}/${string}`

/** The type and the id of a record, or `undefined` when a text names none. */
export function readRecordName(
  text: string,
): { type: (typeof RECORD_TYPES)[number]; id: string } | undefined {
  const [, name, id] = /^([a-z_]+)\/([\w-]{1,36})$/.exec(text) ?? []
  const type = RECORD_TYPES.find((one) => one === name)
  return type === undefined || id === undefined ? undefined : { type, id }
}
