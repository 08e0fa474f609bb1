import type { CognitoTables } from '@vestry/cognito'
import type { PodcastKind } from '@vestry/contract/records/podcast-record.ts'
import type { AuditKind } from '@vestry/contract/rules/audit-kinds.ts'
import type { ChurchSettings } from '@vestry/contract/rules/church-setting-rules.ts'
import type { Landing } from '@vestry/contract/rules/landings.ts'
import type { SeriesOrder } from '@vestry/contract/rules/preaching-rules.ts'
import type { RetentionRule } from '@vestry/contract/rules/retention-rules.ts'
import type {
  SermonImportReason,
  SermonImportRowState,
  SermonImportState,
} from '@vestry/contract/rules/sermon-import-rules.ts'
import type { TrashKind } from '@vestry/contract/rules/trash-rules.ts'
import type { SermonSource } from '@vestry/contract/sermon-sources/source-sermon.ts'
import type { Outcome } from '@vestry/contract/sunday-school/follow-up-rules.ts'
import type { Generated } from 'kysely'
import type { DoorTables } from './door-tables.ts'
import type { FamilyTables } from './family-tables.ts'
import type { OperationTables } from './operation-tables.ts'

export type LockScope =
  | 'preaching'
  | 'sunday_school'
  | 'attendees'
  | 'classes'
  | 'families'
  | 'settings'
  | 'door'

/** One row type a table. Booleans are 0 or 1 and times are ISO text or milliseconds, on both databases. */
export type Tables = CognitoTables &
  OperationTables &
  DoorTables &
  FamilyTables & {
    /** One row for each part of the church that one writer at a time may change; triggers keep `changes` and `items`. */
    lock_scope: { name: LockScope; changes: number; items: number }
    preacher: { id: Generated<number>; presenter_name: string; name_key: string }
    preaching_category: { id: Generated<number>; category: string; name_key: string }
    preaching_item: {
      id: Generated<number>
      uuid: string
      localizedname: string
      search_key: string
      event_datetime: string
      description: string
      path: string
      poster_path: string
      media_format: 'audio' | 'video'
      language_id: number
      preacher_id: number
      preaching_category_id: number
      version: number
      /** In seconds; 0 where nobody knows. */
      duration: Generated<number>
      /** Empty where there is none. */
      small_poster_path: Generated<string>
      /** In milliseconds: null for a draft, later than now for one that is scheduled, 0 where nobody knows. */
      publish_at: Generated<number | null>
      series_id: Generated<number | null>
      /** As they were typed. */
      passages: Generated<string>
      /** As they were read: `45008028-45008030`, separated by spaces. */
      passages_read: Generated<string>
      chapters: Generated<string>
      /**
       * When it came out, according to its feeds, in milliseconds; null if it never has, and if nobody has saved it
       * since.
       */
      feed_date: Generated<number | null>
      /** Of the file that feeds have of it, in bytes; null where nobody has looked. */
      media_size: Generated<number | null>
      /** Its id where it was imported from; empty for one that was not imported. */
      source_guid: Generated<string>
      /** What was measured, as JSON; empty where nothing was. */
      sound: Generated<string>
      /** The file that feeds have in place of its recording; empty where there is none. */
      audio_path: Generated<string>
    }
    sermon_import: {
      id: Generated<number>
      source: SermonSource
      name: string
      at: number
      imported_by: string
      imported_by_name: string
      state: SermonImportState
      /** What was chosen, as JSON; empty until then. */
      choices: string
      /** The names that were added for it, such as `presenter/7`, as JSON. */
      created: string
      /** Until when somebody is working on it, in milliseconds. */
      busy_until: number
    }
    sermon_import_row: {
      import_id: number
      position: number
      state: SermonImportRowState
      why: SermonImportReason | ''
      title: string
      event_datetime: string
      /** As JSON. */
      speakers: string
      /** All that was read, as JSON. */
      content: string
      /** The sermon that was made of it, or was there already; empty where there is none. */
      uuid: string
    }
    topic: { id: Generated<number>; name: string; name_key: string }
    podcast: {
      id: Generated<number>
      kind: PodcastKind
      /** Of the series, the presenter or the language; 0 for all sermons. */
      of_id: number
      title: string
      description: string
      author: string
      email: string
      artwork_path: string
      /** The present address of its feed, if it is kept elsewhere; empty for one that is here. */
      moved_to: string
      /** The id by which podcast programs know it; empty until its feed is first asked for. */
      guid: string
      version: number
    }
    sermon_series: {
      id: Generated<number>
      name: string
      name_key: string
      description: string
      /** Empty where there is none. */
      picture_path: string
      sermon_order: SeriesOrder
      version: number
    }
    sermon_topic: { item_id: number; topic_id: number }
    /** Who speaks beside the presenter, and what their part is. */
    sermon_speaker: { item_id: number; position: number; preacher_id: number; part: string }
    /** Romans 8:28-30 is chapter 45008, verses 28 to 30; a whole chapter is verses 0 to 999. */
    sermon_passage: { item_id: number; chapter: number; first_verse: number; last_verse: number }
    sermon_attachment: { item_id: number; position: number; path: string; title: string }
    sermon_transcript: { item_id: number; transcript: string }
    /** How often a sermon was downloaded on a day of the church's, `YYYY-MM-DD`. */
    download_day: { item_id: number; day: string; downloads: number }
    /** A view over the trigram index: LIKE with a pattern of three letters or more is quick here. */
    preaching_item_search: { id: number; search_key: string }
    attendee: {
      id: Generated<number>
      /** The call that added it, so that the same call again adds nothing. */
      request_id: string | null
      first_name: string
      last_name: string
      /** `YYYY-MM-DD`, or empty when it is not known, so that both databases sort it alike. */
      birthdate: string
      parent_contact: string
      allergies: Generated<string>
      needs: Generated<string>
      notes: string
      is_member: number
      version: number
      first_key: string
      last_key: string
      search_key: string
      /** The key of the photo, empty without one. */
      photo: Generated<string>
    }
    /** `data:` addresses, so that the trash, backups and moves copy them like any other text. */
    attendee_photo: { attendee_id: number; small: string; large: string }
    attendee_search: { id: number; search_key: string }
    /** What was imported in the last thirty days. */
    attendee_import: {
      id: Generated<number>
      request_id: string
      /** When, in milliseconds, and by whom: their `sub`, and their email address at that time. */
      at: number
      imported_by: string
      imported_by_name: string
      file_name: string
      added: number
      changed: number
      /** The places of the rows that were left out, as JSON. */
      refused: string
      undone: number | null
      removed: number
      restored: number
      of: Generated<'attendees' | 'attendance'>
      /** How many classes came with it, and how many stays at the door. */
      classes: Generated<number>
      stays: Generated<number>
    }
    attendance_import_row: {
      import_id: number
      class_id: number
      attendee_id: number
      /** What the record was before, as JSON; null for a new one. */
      former: string | null
      /** The version after the import. */
      version: number
    }
    /** The classes that an import has added. */
    attendance_import_class: { import_id: number; class_id: number }
    /** A child's number in the program it came from, and that program's name for the number. */
    attendee_source: {
      attendee_id: number
      source: string
      source_id: string
      /** The import that brought it; it may be forgotten by now. */
      import_id: number | null
    }
    attendee_import_row: {
      import_id: number
      attendee_id: number
      /** What the attendee was before, as JSON; null for a new one. */
      former: string | null
      /** The version after the import. */
      version: number
      /** 1 if undoing has left it alone. */
      kept: Generated<number>
    }
    class_series: {
      id: Generated<number>
      request_id: string | null
      title: string
      /** Grows when the roster changes. */
      roster_version: number
      /** After this many absences in a row somebody asks after a child; 0 is never. */
      miss_limit: Generated<number>
    }
    class_session: {
      id: Generated<number>
      series_id: number
      title: string
      search_key: string
      session_datetime: string
      /** The church's wall clock on the same day, `HH:MM`, or empty when it is not known. */
      end_time: Generated<string>
      room: string
      notes: string
      cancelled: number
      version: number
      /** Grows when an attendance record of the class changes. */
      roll_version: number
      /** The versions at which marks were taken out of the class, by the child's id, as JSON. */
      removed_marks: Generated<string>
      /** How many adults were counted in the room; 0 when nobody has. */
      helpers: Generated<number>
    }
    /** The classes that meet in a room name it in their text; it is compared by its key. */
    room: {
      id: Generated<number>
      name: string
      name_key: string
      /** 0 when nobody has said it. */
      capacity: number
      /** 0 when the ages of the children decide. */
      children_per_adult: number
      open: number
      version: number
    }
    class_session_search: { id: number; search_key: string }
    class_teacher: { class_id: number; sub: string }
    /** `since` is the first day on which the child is expected. */
    roster: {
      series_id: number
      attendee_id: number
      since: Generated<string>
      /** The import that put the child on it, if one did; it may be forgotten by now. */
      import_id: number | null
    }
    /** Who was on a roster before: expected from `since` on, and no longer on `until`. */
    roster_past: { series_id: number; attendee_id: number; since: string; until: string }
    /** When a child is known to be away, both days included. */
    planned_absence: {
      id: Generated<number>
      attendee_id: number
      from_day: string
      until_day: string
      reason: string
    }
    /** What was written when somebody asked after a child. */
    follow_up: {
      id: Generated<number>
      request_id: string
      attendee_id: number
      /** When, in milliseconds, and the church's day. */
      at: number
      day: string
      /** Their `sub`, and their name at that time. */
      written_by: string
      written_by_name: string
      outcome: '' | Outcome
      note: string
      /** A `sub`, or empty. */
      assigned_to: string
      /** Days, or empty. */
      due_day: string
      until_day: string
    }
    attendance: {
      id: Generated<number>
      class_id: number
      /** The time of the class, kept the same by the database. */
      session_datetime: string
      attendee_id: number
      attended: number
      /** 0 while it is not recorded whether they came. */
      marked: number
      comment: string
      version: number
      /** When it was last changed, in milliseconds, and by whom (`sub`). */
      changed: number
      changed_by: string
    }
    /** How many are recorded in a class, kept by triggers; a class without any record has no row. */
    class_tally: { class_id: number; present: number; absent: number }
    /**
     * All that is left of erased children: how many records a class had of them, and what became of those it expected.
     */
    erased_tally: {
      class_id: number
      records: number
      present: number
      absent: number
      expected_present: number
      expected_absent: number
      expected_away: number
      expected_not_recorded: number
    }
    /** For how many months something is kept; no row for a rule that is off. */
    retention_rule: { rule: RetentionRule; months: number }
    /** One row for each deletion that can be undone; `record` names what was deleted, such as `attendee/12`. */
    trash: {
      record: string
      kind: TrashKind
      /** What the trash's list shows of it: a sermon's or a class's title and time, or a child's name. */
      name: string
      moment: string
      classes: number
      /** When, in milliseconds, and by whom: their `sub`, and their email address at that time. */
      deleted: number
      deleted_by: string
      deleted_by_name: string
      /** The objects of a sermon; empty for anything else. */
      path: string
      poster_path: string
      small_poster_path: Generated<string>
      audio_path: Generated<string>
      /** The last step of the schema at which the rows were read. */
      step: string
      /** The child that a merged entry went into; null for anything that was deleted. */
      merged_into: number | null
      content: string
    }
    /** Which deletion holds a record: each class of a series, and the series itself. */
    trash_record: { record: string; held_by: string }
    trashed_attachment: { record: string; path: string }
    /** Objects that are still to be removed from the store. */
    discarded_object: { path: string }
    /** The person, as a hash, whose upload is under way to a bucket that this server relays to. */
    begun_upload: { path: string; upload_id: string; uploaded_by: string; begun: number }
    /** A view: every object of a sermon, deleted ones too; the pictures of series; and the artworks of podcasts. */
    used_object: { path: string }
    /** What somebody has set for themselves; an empty `landing` is the church's. */
    person_setting: { sub: string; landing: Landing | ''; emails: Generated<number> }
    /** Which emails about the Sunday school each person was sent: a week by its Monday, a class by its id. */
    staff_email: { kind: 'weekly' | 'roll'; about: string; sub: string; sent_at: number }
    /** What is set for the whole church, each value as JSON. */
    church_setting: { name: keyof ChurchSettings | `rights of ${string}`; value: string }
    /** What one process holds at a time, and when a job is due again. A lock that was released is held until 0. */
    lease: { name: string; holder: string; held_until: number; due: number }
    /**
     * What happened to accounts and rights. Names are as they were at that time, so that the entry outlives the account.
     */
    audit_event: {
      id: Generated<number>
      at: number
      kind: AuditKind
      /** Who did it: a `sub`, or null for somebody who is not signed in, or where no person did it. */
      actor: string | null
      actor_name: string | null
      /** To whom: a `sub`. */
      subject: string | null
      subject_name: string | null
      address: string | null
      /** What entries said before they had parts. */
      detail: Generated<string | null>
      /** As JSON. */
      parts: string | null
    }
  }
