import { type Kysely, sql as query } from 'kysely'
import { STEP_NAMES } from '../database/migrate.ts'
import { RENAMED, RENAMED_VALUES } from '../database/migrations/0009-plain-names.ts'
import type { Tables } from '../database/tables.ts'
import { SAMPLE_DOOR_STEPS } from './sample-door.ts'
import { SAMPLE_FAMILIES, SAMPLE_FAMILY_IMPORT } from './sample-families.ts'
import { SAMPLE_OPEN_ROLLS, SAMPLE_OPERATIONS } from './sample-operations.ts'
import { attendee, classSession, encrypted, LARGE, ODD, preachingItem, user } from './sample-records.ts'

type Rows = Record<string, Record<string, number | string | null>[]>

/**
 * Rows of every table, by the step of the schema from which they can be written, under the names of the newest schema.
 * They are the rows of a whole church.
 */
export const SAMPLE_ROWS: Record<string, Rows> = {
  '0001-preaching': {
    preacher: [
      { id: 7, presenter_name: ODD, name_key: 'o brien' },
      { id: 8, presenter_name: 'Zoë', name_key: 'zoe' },
    ],
    preaching_category: [{ id: 9, category: 'Ångström', name_key: 'angstrom' }],
    preaching_item: [
      preachingItem(3, { localizedname: ODD, preacher_id: 7, preaching_category_id: 9 }),
      preachingItem(5, { event_datetime: '1999-12-31T23:59:00', media_format: 'video' }),
      preachingItem(12, { preacher_id: 8, description: '' }),
    ],
  },
  '0002-identity': {
    identity_setting: [
      { name: 'sample', value: ODD },
      { name: 'Sample', value: '' },
    ],
    identity_signing_key: [{ kid: 'k1', public_jwk: '{}', encrypted_private_jwk: encrypted, starts: LARGE }],
    identity_user: [
      user('b2b5c9f0-0000-4000-8000-000000000001', 'ruth@example.org', '["Admins","Choir"]'),
      user('a1b5c9f0-0000-4000-8000-000000000002', 'ähre@example.org', '[]'),
    ],
    identity_session: [
      { origin_jti: 'j1', sub: 'b2b5c9f0-0000-4000-8000-000000000001', auth_time: 1, expires: LARGE },
    ],
    identity_refresh_token: [
      { token_hash: 'h1', origin_jti: 'j1', rotated: null },
      { token_hash: 'H1', origin_jti: 'j1', rotated: 1_760_000_000_000 },
    ],
    identity_credential: [{ access_key_id: 'ASIA1', origin_jti: 'j1', expires: 0 }],
    identity_challenge: [
      {
        handle_hash: 'c1',
        step: 'SRP',
        encrypted_state: encrypted,
        expires: 5,
        attempts: 2,
        request_hash: null,
        encrypted_outcome: null,
        completed: null,
      },
    ],
    identity_code: [{ subject: 's', purpose: 'p', code_mac: 'm', expires: 5, attempts: 1 }],
    identity_throttle: [{ subject: ODD, attempts: 3, latest: 4, locked_until: 5 }],
  },
  '0003-sunday-school': {
    attendee: [attendee(2, { notes: ODD }), attendee(40, { request_id: 'r40', birthdate: '' })],
    class_series: [{ id: 4, request_id: null, title: ODD, roster_version: 3 }],
    class_session: [classSession(6, '2026-05-03T10:30:00'), classSession(9, '2026-05-10T10:30:00')],
    class_teacher: [{ class_id: 6, sub: 'b2b5c9f0-0000-4000-8000-000000000001' }],
    roster: [
      { series_id: 4, attendee_id: 40 },
      { series_id: 4, attendee_id: 2 },
    ],
    attendance: [
      {
        id: 77,
        class_id: 6,
        session_datetime: '2026-05-03T10:30:00',
        attendee_id: 2,
        attended: 1,
        marked: 1,
        comment: ODD,
        version: 2,
        changed: LARGE,
        changed_by: 'b2b5c9f0-0000-4000-8000-000000000001',
      },
    ],
  },
  '0004-identity-complete': {
    identity_location: [{ location: 'p1', sub: 'b2b5c9f0-0000-4000-8000-000000000001', latest: 9 }],
    identity_passkey: [
      {
        credential_id: 'q1',
        sub: 'b2b5c9f0-0000-4000-8000-000000000001',
        public_key: 'pQ',
        counter: 4_294_967_295,
        name: ODD,
        rp_id: 'localhost',
        attachment: null,
        transports: '[]',
        created: 1,
      },
    ],
    identity_device: [
      {
        device_key: 'd1',
        sub: 'a1b5c9f0-0000-4000-8000-000000000002',
        group_key: 'g',
        name: ODD,
        encrypted_verifier: encrypted,
        remembered: 1,
        address: '::1',
        created: 1,
        updated: 2,
        last_sign_in: 3,
      },
    ],
    identity_group: [{ name: 'Choir', description: ODD, precedence: null, created: 1, updated: 2 }],
    identity_member: [{ group_name: 'Zeal', sub: 'a1b5c9f0-0000-4000-8000-000000000002' }],
    identity_access_key: [
      { access_key_id: 'AKIA1', name: ODD, encrypted_secret: encrypted, created: 1, last_used: null },
    ],
    audit_event: [
      {
        id: 1000,
        at: LARGE,
        kind: 'signed-in',
        actor: null,
        actor_name: ODD,
        subject: null,
        subject_name: '',
        address: '127.0.0.1',
        detail: null,
      },
    ],
  },
  '0005-leases': { lease: [{ name: 'sample', holder: ODD, held_until: 0, due: LARGE }] },
  '0007-identity-group-role': {
    identity_group: [
      { name: 'Elders', description: '', precedence: 3, created: 1, updated: 2, role_arn: `arn:${ODD}` },
    ],
  },
  '0008-lists': {
    audit_event: [
      { id: 1001, at: 1, kind: 'password_reset_requested' },
      { id: 1002, at: 2, kind: 'access_key_created' },
    ],
    lease: [{ name: 'notify of failed copies', holder: ODD, held_until: 1, due: LARGE }],
  },
  '0010-person-setting': {
    person_setting: [{ sub: 'b2b5c9f0-0000-4000-8000-000000000001', landing: 'today' }],
  },
  '0011-allergies-and-needs': {
    attendee: [attendee(41, { allergies: ODD, needs: 'Hearing aid' })],
  },
  '0012-trash': {
    trash: [
      {
        record: 'item/00000000-0000-4000-8000-000000000099',
        kind: 'item',
        name: ODD,
        moment: '2026-05-03T10:30:00',
        classes: 0,
        deleted: LARGE,
        deleted_by: 'b2b5c9f0-0000-4000-8000-000000000001',
        deleted_by_name: 'ruth@example.org',
        path: 'preaching/2026/99.mp3',
        poster_path: 'images/default-banner.jpg',
        step: '0012-trash',
        content: JSON.stringify({ rows: { preaching_item: [{ localizedname: ODD }] }, needs: {} }),
      },
    ],
    trash_record: [
      {
        record: 'item/00000000-0000-4000-8000-000000000099',
        held_by: 'item/00000000-0000-4000-8000-000000000099',
      },
    ],
    discarded_object: [{ path: `preaching/2026/${ODD}.mp3` }],
  },
  '0014-attendee-photo': {
    attendee: [attendee(42, { photo: 'k42' })],
    attendee_photo: [{ attendee_id: 42, small: ODD, large: `data:image/png;base64,${encrypted}` }],
  },
  '0015-duration-and-small-poster': {
    preaching_item: [
      preachingItem(13, { search_key: 'hope', duration: 1823, small_poster_path: 'images/13-320.webp' }),
    ],
  },
  '0016-class-ends': {
    class_session: [classSession(10, '2026-05-17T10:30:00', { end_time: '11:45' })],
  },
  '0017-church-setting': {
    church_setting: [
      { name: 'name', value: JSON.stringify(ODD) },
      { name: `rights of ${ODD}`, value: '["sermons"]' },
    ],
  },
  '0019-attendee-import': {
    attendee_import: [
      {
        id: 3,
        request_id: '11111111-2222-4333-8444-555555555555',
        at: LARGE,
        imported_by: 'b2b5c9f0-0000-4000-8000-000000000001',
        imported_by_name: 'ruth@example.org',
        file_name: ODD,
        added: 1,
        changed: 0,
        refused: '[2]',
        undone: null,
        removed: 0,
        restored: 0,
      },
    ],
    attendee_import_row: [
      { import_id: 3, attendee_id: 42, former: null, version: 1, kept: 0 },
      { import_id: 3, attendee_id: 41, former: JSON.stringify({ notes: ODD }), version: 2, kept: 1 },
    ],
  },
  '0021-expected': {
    roster: [{ series_id: 4, attendee_id: 42, since: '2026-05-03' }],
    roster_past: [{ series_id: 4, attendee_id: 42, since: '2026-01-04', until: '2026-02-01' }],
    planned_absence: [
      { id: 5, attendee_id: 42, from_day: '2026-05-10', until_day: '2026-05-24', reason: ODD },
    ],
  },
  '0022-staff-email': {
    person_setting: [{ sub: 'b2b5c9f0-0000-4000-8000-000000000002', landing: 'preaching', emails: 0 }],
    staff_email: [{ kind: 'weekly', about: '2026-05-04', sub: ODD, sent_at: LARGE }],
  },
  '0023-follow-up': {
    class_series: [{ id: 5, request_id: null, title: ODD, roster_version: 1, miss_limit: 0 }],
    follow_up: [
      {
        ...{ id: 6, request_id: '0f3a1c9e-0000-4000-8000-000000000006', attendee_id: 42, at: LARGE },
        ...{ day: '2026-05-10', written_by: ODD, written_by_name: ODD, outcome: 'later', note: ODD },
        ...{ assigned_to: ODD, due_day: '2026-05-17', until_day: '2026-06-07' },
      },
    ],
  },
  '0024-retention': {
    erased_tally: [
      {
        ...{ class_id: 9, records: 3, present: 1, absent: 1 },
        ...{ expected_present: 1, expected_absent: 0, expected_away: 1, expected_not_recorded: 2 },
      },
    ],
    retention_rule: [{ rule: 'guests', months: 24 }],
  },
  '0027-attendance-import': {
    attendee_import: [
      {
        id: 4,
        request_id: '11111111-2222-4333-8444-666666666666',
        at: LARGE,
        imported_by: 'b2b5c9f0-0000-4000-8000-000000000001',
        imported_by_name: 'ruth@example.org',
        file_name: ODD,
        added: 1,
        changed: 0,
        refused: '[]',
        undone: null,
        removed: 0,
        restored: 0,
        of: 'attendance',
        classes: 1,
      },
    ],
    attendance_import_row: [{ import_id: 4, class_id: 10, attendee_id: 42, former: null, version: 2 }],
    attendance_import_class: [{ import_id: 4, class_id: 10 }],
    attendee_source: [{ attendee_id: 42, source: 'Person ID', source_id: ODD }],
  },
  '0025-sermon-library': {
    topic: [{ id: 3, name: ODD, name_key: 'hope' }],
    sermon_series: [
      {
        ...{ id: 4, name: ODD, name_key: 'romans', description: ODD, version: 2 },
        ...{ picture_path: 'images/romans.jpg', sermon_order: 'oldest' },
      },
    ],
    preaching_item: [
      preachingItem(14, {
        search_key: 'library',
        publish_at: LARGE,
        series_id: 4,
        passages: ODD,
        passages_read: '45008028-45008030',
        chapters: ODD,
      }),
    ],
    sermon_topic: [{ item_id: 14, topic_id: 3 }],
    sermon_speaker: [{ item_id: 14, position: 0, preacher_id: 8, part: ODD }],
    sermon_passage: [{ item_id: 14, chapter: 45008, first_verse: 28, last_verse: 30 }],
    sermon_attachment: [{ item_id: 14, position: 0, path: 'preaching/2026/notes.pdf', title: ODD }],
    sermon_transcript: [{ item_id: 14, transcript: ODD }],
    trashed_attachment: [
      { record: 'item/00000000-0000-4000-8000-000000000099', path: 'preaching/2026/slides.pdf' },
    ],
  },
  '0028-listeners': {
    podcast: [
      {
        ...{ id: 2, kind: 'series', of_id: 4, title: ODD, description: ODD, author: ODD, version: 3 },
        ...{ email: 'office@church.test', artwork_path: 'images/cover.jpg', guid: 'a-guid' },
      },
    ],
    preaching_item: [preachingItem(15, { search_key: 'listeners', feed_date: LARGE, media_size: LARGE })],
  },
  '0029-moved-podcasts': {
    podcast: [
      {
        ...{ id: 3, kind: 'speaker', of_id: 8, title: '', description: '', author: '', version: 1 },
        ...{ email: '', artwork_path: '', guid: '', moved_to: ODD },
      },
    ],
  },
  '0030-sermon-imports': {
    preaching_item: [preachingItem(16, { search_key: 'imported', source_guid: ODD })],
    sermon_import: [
      {
        ...{ id: 2, source: 'wordpress', name: ODD, at: LARGE, state: 'stopped', choices: '{}' },
        ...{ imported_by: ODD, imported_by_name: ODD, created: '["presenter/8"]', busy_until: LARGE },
      },
    ],
    sermon_import_row: [
      {
        ...{ import_id: 2, position: 0, state: 'failed', why: 'not_found', title: ODD, uuid: '' },
        ...{ event_datetime: '2019-03-03T10:00:00', speakers: '[]', content: '{}' },
      },
    ],
  },
  '0031-downloads': { download_day: [{ item_id: 14, day: '2026-05-03', downloads: 12 }] },
  '0032-sound': {
    preaching_item: [
      preachingItem(17, { search_key: 'sound', sound: ODD, audio_path: 'preaching/2026/16.m4a' }),
    ],
  },
  '0033-audit-actor-name': { audit_event: [{ id: 1003, at: 3, kind: 'device_forgotten', detail: 'all 3' }] },
  '0034-source-import': {
    attendee_source: [{ attendee_id: 42, source: 'Breeze ID', source_id: ODD, import_id: 4 }],
  },
  '0035-removed-marks': {
    class_session: [classSession(35, '2026-05-24T10:30:00', { removed_marks: '{"42":7}' })],
  },
  '0037-roster-import': { roster: [{ series_id: 5, attendee_id: 42, since: '2026-05-03', import_id: 3 }] },
  '0038-begun-uploads': {
    begun_upload: [{ path: 'preaching/2026/17.mp3', upload_id: ODD, uploaded_by: 'h1', begun: LARGE }],
  },
  '0039-audit-parts': {
    audit_event: [{ id: 1004, at: 4, kind: 'passkey_added', parts: JSON.stringify({ name: ODD }) }],
  },
  '0040-merged-attendee': {
    trash: [
      {
        ...{ record: 'merge/43', kind: 'merge', name: ODD, moment: '', classes: 0, merged_into: 42 },
        ...{ deleted: LARGE, deleted_by: 'b2b5c9f0-0000-4000-8000-000000000001', deleted_by_name: ODD },
        ...{ path: '', poster_path: '', step: '0040-merged-attendee' },
        content: JSON.stringify({ rows: { attendee: [{ notes: ODD }] }, needs: {}, after: {} }),
      },
    ],
    trash_record: [{ record: 'merge/43', held_by: 'merge/43' }],
  },
  '0041-attendance-operations': SAMPLE_OPERATIONS,
  '0042-families': SAMPLE_FAMILIES,
  '0044-open-rolls': SAMPLE_OPEN_ROLLS,
  '0045-rooms': {
    class_session: [classSession(45, '2026-05-31T10:30:00', { helpers: 3 })],
    room: [
      { id: 3, name: ODD, name_key: 'o brien', capacity: 20, children_per_adult: 0, open: 1, version: 2 },
    ],
  },
  '0046-family-import': SAMPLE_FAMILY_IMPORT,
  ...SAMPLE_DOOR_STEPS,
}

const RENAMING_STEP = '0009-plain-names'

/**
 * Writes the rows that came with these steps, in the order in which they refer to each other. The last step has been
 * run.
 */
export async function writeSampleRows(db: Kysely<Tables>, steps: readonly string[] = STEP_NAMES) {
  for (const step of steps) {
    for (const [table, rows] of Object.entries(SAMPLE_ROWS[step] ?? {})) {
      const isRenamed = steps.includes(RENAMING_STEP)
      const former = isRenamed ? undefined : RENAMED.find(({ to }) => to === table)
      const formerColumns = Object.entries(former?.columns ?? {})
      const nameOf = (column: string) => formerColumns.find(([, name]) => name === column)?.[0] ?? column
      const formerValues = isRenamed ? [] : RENAMED_VALUES.filter((renamed) => renamed.table === table)
      const formerOf = (column: string, value: unknown) =>
        formerValues.find((renamed) => renamed.column === column && renamed.to === value)?.from ?? value
      for (const row of rows) {
        const columns = query.join(Object.keys(row).map((column) => query.ref(nameOf(column))))
        const values = query.join(Object.entries(row).map(([column, value]) => formerOf(column, value)))
        await query`insert into ${query.table(former?.from ?? table)} (${columns}) values (${values})`.execute(
          db,
        )
      }
    }
  }
}
