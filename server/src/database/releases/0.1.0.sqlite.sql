begin;
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE "area" ("name" text primary key, "changes" bigint not null, "items" bigint not null);
CREATE TABLE "preacher" ("id" integer primary key autoincrement, "presenter_name" text not null, "name_key" text not null unique);
CREATE TABLE "preaching_category" ("id" integer primary key autoincrement, "category" text not null, "name_key" text not null unique);
CREATE TABLE "preaching_item" ("id" integer primary key autoincrement, "uuid" text not null unique, "localizedname" text not null, "search_key" text not null, "event_datetime" text not null, "description" text not null, "path" text not null, "poster_path" text not null, "media_format" text not null, "language_id" integer not null, "preacher_id" integer not null references "preacher" ("id"), "preaching_category_id" integer not null references "preaching_category" ("id"), "version" integer not null);
CREATE TABLE "preaching_tally" ("preacher_id" integer not null, "preaching_category_id" integer not null, "year" integer not null, "items" bigint not null, constraint "preaching_tally_key" primary key ("preacher_id", "preaching_category_id", "year"));
CREATE TABLE "identity_setting" ("name" text primary key, "value" text not null);
CREATE TABLE "identity_signing_key" ("kid" text primary key, "public_jwk" text not null, "sealed_private_jwk" text not null, "starts" bigint not null unique);
CREATE TABLE "identity_user" ("sub" text primary key, "email" text not null unique, "status" text not null, "enabled" integer not null, "sealed_verifier" text not null, "temporary_until" bigint, "attributes" text not null, "group_names" text not null, "created" bigint not null, "updated" bigint not null, "name_key" text default '' not null, "mfa_enabled" text default '[]' not null, "totp_step" bigint default 0 not null, "mfa_preferred" text, "sealed_totp" text);
CREATE TABLE "identity_family" ("origin_jti" text primary key, "sub" text not null references "identity_user" ("sub") on delete cascade, "auth_time" bigint not null, "expires" bigint not null, "device_key" text, "scope" text);
CREATE TABLE "identity_refresh_token" ("token_hash" text primary key, "origin_jti" text not null references "identity_family" ("origin_jti") on delete cascade, "rotated" bigint);
CREATE TABLE "identity_credential" ("access_key_id" text primary key, "origin_jti" text not null references "identity_family" ("origin_jti") on delete cascade, "expires" bigint not null);
CREATE TABLE "identity_challenge" ("handle_hash" text primary key, "step" text not null, "sealed_state" text not null, "expires" bigint not null, "tries" integer not null, "request_hash" text, "sealed_outcome" text, "settled" bigint);
CREATE TABLE "identity_code" ("subject" text not null, "purpose" text not null, "code_mac" text not null, "expires" bigint not null, "tries" integer not null, "sealed_target" text, constraint "identity_code_key" primary key ("subject", "purpose"));
CREATE TABLE "identity_throttle" ("subject" text primary key, "attempts" integer not null, "latest" bigint not null, "locked_until" bigint not null);
CREATE TABLE "attendee" ("id" integer primary key autoincrement, "request_id" text unique, "first_name" text not null, "last_name" text not null, "birthdate" text not null, "parent_contact" text not null, "notes" text not null, "is_member" integer not null, "version" integer not null, "first_key" text not null, "last_key" text not null, "search_key" text not null);
CREATE TABLE "class_series" ("id" integer primary key autoincrement, "request_id" text unique, "title" text not null, "roster_version" integer not null);
CREATE TABLE "class_session" ("id" integer primary key autoincrement, "series_id" integer not null references "class_series" ("id") on delete cascade, "title" text not null, "search_key" text not null, "session_datetime" text not null, "room" text not null, "notes" text not null, "cancelled" integer not null, "version" integer not null, "roll_version" integer not null, constraint "class_session_time" unique ("id", "session_datetime"));
CREATE TABLE "class_teacher" ("class_id" integer not null references "class_session" ("id") on delete cascade, "sub" text not null, constraint "class_teacher_key" primary key ("class_id", "sub"));
CREATE TABLE "roster" ("series_id" integer not null references "class_series" ("id") on delete cascade, "attendee_id" integer not null references "attendee" ("id") on delete cascade, constraint "roster_key" primary key ("series_id", "attendee_id"));
CREATE TABLE "attendance" ("id" integer primary key autoincrement, "class_id" integer not null, "session_datetime" text not null, "attendee_id" integer not null references "attendee" ("id") on delete cascade, "attended" integer not null, "marked" integer not null, "comment" text not null, "version" integer not null, "changed" bigint not null, "changed_by" text not null, constraint "attendance_class" foreign key ("class_id", "session_datetime") references "class_session" ("id", "session_datetime") on delete cascade on update cascade, constraint "attendance_once_a_class" unique ("class_id", "attendee_id"), constraint "attendance_once_a_time" unique ("attendee_id", "session_datetime"));
CREATE TABLE "identity_place" ("place" text primary key, "sub" text not null references "identity_user" ("sub") on delete cascade, "latest" bigint not null);
CREATE TABLE "identity_passkey" ("credential_id" text primary key, "sub" text not null references "identity_user" ("sub") on delete cascade, "public_key" text not null, "counter" bigint not null, "name" text not null, "rp_id" text not null, "attachment" text, "transports" text not null, "created" bigint not null);
CREATE TABLE "identity_device" ("device_key" text primary key, "sub" text not null references "identity_user" ("sub") on delete cascade, "group_key" text not null, "name" text not null, "sealed_verifier" text not null, "remembered" integer not null, "address" text not null, "created" bigint not null, "updated" bigint not null, "last_sign_in" bigint not null);
CREATE TABLE "identity_group" ("name" text primary key, "description" text not null, "precedence" integer, "created" bigint not null, "updated" bigint not null);
CREATE TABLE "identity_member" ("group_name" text not null, "sub" text not null references "identity_user" ("sub") on delete cascade, constraint "identity_member_key" primary key ("group_name", "sub"));
CREATE TABLE "identity_access_key" ("access_key_id" text primary key, "name" text not null unique, "sealed_secret" text not null, "created" bigint not null, "last_used" bigint);
CREATE TABLE "audit_event" ("id" integer primary key autoincrement, "at" bigint not null, "kind" text not null, "actor" text, "actor_name" text, "subject" text, "subject_name" text, "address" text, "detail" text);
CREATE TABLE "lease" ("name" text primary key, "holder" text not null, "held_until" bigint not null, "due" bigint not null);
insert into "kysely_migration" values ('0001-preaching', '2026-11-21T18:54:31.790Z');
insert into "kysely_migration" values ('0002-identity', '2026-11-21T18:54:31.817Z');
insert into "kysely_migration" values ('0003-sunday-school', '2026-11-21T18:54:31.841Z');
insert into "kysely_migration" values ('0004-identity-complete', '2026-11-21T18:54:31.906Z');
insert into "kysely_migration" values ('0005-leases', '2026-11-21T18:54:31.907Z');
insert into "kysely_migration_lock" values ('migration_lock', 0);
insert into "area" values ('preaching', 3, 3);
insert into "area" values ('sunday_school', 0, 0);
insert into "area" values ('attendees', 2, 2);
insert into "area" values ('classes', 3, 2);
insert into "preacher" values (1, 'Guest Speaker', 'guest speaker');
insert into "preacher" values (7, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'o brien');
insert into "preacher" values (8, 'Zoë', 'zoe');
insert into "preaching_category" values (1, 'Sunday Service', 'sunday service');
insert into "preaching_category" values (2, 'Bible Study', 'bible study');
insert into "preaching_category" values (3, 'Prayer Meeting', 'prayer meeting');
insert into "preaching_category" values (4, 'Youth', 'youth');
insert into "preaching_category" values (5, 'Testimony', 'testimony');
insert into "preaching_category" values (6, 'Sermon', 'sermon');
insert into "preaching_category" values (9, 'Ångström', 'angstrom');
insert into "preaching_item" values (3, '00000000-0000-4000-8000-000000000013', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'grace upon grace 3', '2026-05-03T10:30:00', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'preaching/2026/3.mp3', 'images/default-banner.jpg', 'audio', 1, 7, 9, 4);
insert into "preaching_item" values (5, '00000000-0000-4000-8000-000000000015', 'Grace', 'grace upon grace 5', '1999-12-31T23:59:00', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'preaching/2026/5.mp3', 'images/default-banner.jpg', 'video', 1, 1, 6, 4);
insert into "preaching_item" values (12, '00000000-0000-4000-8000-000000000022', 'Grace', 'grace upon grace 12', '2026-05-03T10:30:00', '', 'preaching/2026/12.mp3', 'images/default-banner.jpg', 'audio', 1, 8, 6, 4);
insert into "preaching_tally" values (7, 9, 2026, 1);
insert into "preaching_tally" values (7, 0, 2026, 1);
insert into "preaching_tally" values (0, 9, 2026, 1);
insert into "preaching_tally" values (0, 0, 2026, 2);
insert into "preaching_tally" values (1, 6, 1999, 1);
insert into "preaching_tally" values (1, 0, 1999, 1);
insert into "preaching_tally" values (0, 6, 1999, 1);
insert into "preaching_tally" values (0, 0, 1999, 1);
insert into "preaching_tally" values (8, 6, 2026, 1);
insert into "preaching_tally" values (8, 0, 2026, 1);
insert into "preaching_tally" values (0, 6, 2026, 1);
insert into "identity_setting" values ('sample', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --');
insert into "identity_setting" values ('Sample', '');
insert into "identity_signing_key" values ('k1', '{}', 'c2VhbGVk', 9007199254740991);
insert into "identity_user" values ('b2b5c9f0-0000-4000-8000-000000000001', 'ruth@example.org', 'CONFIRMED', 1, 'c2VhbGVk', null, '{"name":"O''Brien \"Ruth\" \\ 👩‍👧 <script>alert(1)</script> é́\r\n\t; drop table attendee --"}', '["Admins","Choir"]', 1760000000000, 1760000000001, '', '[]', 0, null, null);
insert into "identity_user" values ('a1b5c9f0-0000-4000-8000-000000000002', 'ähre@example.org', 'CONFIRMED', 1, 'c2VhbGVk', null, '{"name":"O''Brien \"Ruth\" \\ 👩‍👧 <script>alert(1)</script> é́\r\n\t; drop table attendee --"}', '[]', 1760000000000, 1760000000001, '', '[]', 0, null, null);
insert into "identity_family" values ('j1', 'b2b5c9f0-0000-4000-8000-000000000001', 1, 9007199254740991, null, null);
insert into "identity_refresh_token" values ('h1', 'j1', null);
insert into "identity_refresh_token" values ('H1', 'j1', 1760000000000);
insert into "identity_credential" values ('ASIA1', 'j1', 0);
insert into "identity_challenge" values ('c1', 'SRP', 'c2VhbGVk', 5, 2, null, null, null);
insert into "identity_code" values ('s', 'p', 'm', 5, 1, null);
insert into "identity_throttle" values ('O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 3, 4, 5);
insert into "attendee" values (2, null, 'Ñandú', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', '2019-02-28', '', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 1, 1, 'nandu', 'o brien', 'nandu o brien 2');
insert into "attendee" values (40, 'r40', 'Ñandú', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', '', '', '', 1, 1, 'nandu', 'o brien', 'nandu o brien 40');
insert into "class_series" values (4, null, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 3);
insert into "class_session" values (6, 4, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'o brien 6', '2026-05-03T10:30:00', '', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 0, 1, 5);
insert into "class_session" values (9, 4, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'o brien 9', '2026-05-10T10:30:00', '', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 0, 1, 5);
insert into "class_teacher" values (6, 'b2b5c9f0-0000-4000-8000-000000000001');
insert into "roster" values (4, 40);
insert into "roster" values (4, 2);
insert into "attendance" values (77, 6, '2026-05-03T10:30:00', 2, 1, 1, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 2, 9007199254740991, 'b2b5c9f0-0000-4000-8000-000000000001');
insert into "identity_place" values ('p1', 'b2b5c9f0-0000-4000-8000-000000000001', 9);
insert into "identity_passkey" values ('q1', 'b2b5c9f0-0000-4000-8000-000000000001', 'pQ', 4294967295, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'localhost', null, '[]', 1);
insert into "identity_device" values ('d1', 'a1b5c9f0-0000-4000-8000-000000000002', 'g', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'c2VhbGVk', 1, '::1', 1, 2, 3);
insert into "identity_group" values ('Admins', 'Administrators of the house', 1, 1795287271000, 1795287271000);
insert into "identity_group" values ('Teachers', 'Teachers of the Sunday school', 10, 1795287271000, 1795287271000);
insert into "identity_group" values ('Choir', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', null, 1, 2);
insert into "identity_member" values ('Zeal', 'a1b5c9f0-0000-4000-8000-000000000002');
insert into "identity_access_key" values ('AKIA1', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'c2VhbGVk', 1, null);
insert into "audit_event" values (1000, 9007199254740991, 'signed-in', null, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', null, '', '127.0.0.1', null);
insert into "lease" values ('sample', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 0, 9007199254740991);
insert into "sqlite_sequence" values ('preacher', 8);
insert into "sqlite_sequence" values ('preaching_category', 9);
insert into "sqlite_sequence" values ('preaching_item', 12);
insert into "sqlite_sequence" values ('attendee', 40);
insert into "sqlite_sequence" values ('class_series', 4);
insert into "sqlite_sequence" values ('class_session', 9);
insert into "sqlite_sequence" values ('attendance', 77);
insert into "sqlite_sequence" values ('audit_event', 1000);
CREATE VIRTUAL TABLE preaching_trigrams using fts5 (search_key, content = 'preaching_item',
      content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0);
insert into preaching_trigrams (preaching_trigrams) values ('rebuild');
CREATE VIRTUAL TABLE attendee_trigrams using fts5 (search_key, content = 'attendee',
      content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0);
insert into attendee_trigrams (attendee_trigrams) values ('rebuild');
CREATE VIRTUAL TABLE class_session_trigrams using fts5 (search_key, content = 'class_session',
      content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0);
insert into class_session_trigrams (class_session_trigrams) values ('rebuild');
CREATE INDEX preaching_item_by_date on preaching_item (event_datetime, id, preacher_id, preaching_category_id, search_key);
CREATE INDEX preaching_item_by_title on preaching_item (search_key, id, preacher_id, preaching_category_id, event_datetime);
CREATE INDEX preaching_item_by_preacher on preaching_item (preacher_id, event_datetime, id, preaching_category_id, search_key);
CREATE INDEX preaching_item_by_category on preaching_item (preaching_category_id, event_datetime, id, preacher_id, search_key);
CREATE INDEX preaching_item_by_path on preaching_item (path);
CREATE INDEX preaching_item_by_poster on preaching_item (poster_path);
CREATE INDEX "preaching_tally_by_category" on "preaching_tally" ("preaching_category_id", "preacher_id", "year", "items");
CREATE VIEW preaching_search as select rowid as id, search_key from preaching_trigrams;
CREATE TRIGGER preaching_item_added after insert on preaching_item begin
      update area set changes = changes + 1, items = items + 1 where name = 'preaching'; insert into preaching_tally (preacher_id, preaching_category_id, year, items) values (new.preacher_id, new.preaching_category_id, cast(substr(new.event_datetime, 1, 4) as integer), 1), (new.preacher_id, 0, cast(substr(new.event_datetime, 1, 4) as integer), 1), (0, new.preaching_category_id, cast(substr(new.event_datetime, 1, 4) as integer), 1), (0, 0, cast(substr(new.event_datetime, 1, 4) as integer), 1) on conflict do update set items = items + 1; insert into preaching_trigrams (rowid, search_key) values (new.id, new.search_key); end;
CREATE TRIGGER preaching_item_changed after update on preaching_item begin
      update area set changes = changes + 1, items = items + 0 where name = 'preaching'; insert into preaching_tally (preacher_id, preaching_category_id, year, items) values (old.preacher_id, old.preaching_category_id, cast(substr(old.event_datetime, 1, 4) as integer), -1), (old.preacher_id, 0, cast(substr(old.event_datetime, 1, 4) as integer), -1), (0, old.preaching_category_id, cast(substr(old.event_datetime, 1, 4) as integer), -1), (0, 0, cast(substr(old.event_datetime, 1, 4) as integer), -1) on conflict do update set items = items + -1; insert into preaching_tally (preacher_id, preaching_category_id, year, items) values (new.preacher_id, new.preaching_category_id, cast(substr(new.event_datetime, 1, 4) as integer), 1), (new.preacher_id, 0, cast(substr(new.event_datetime, 1, 4) as integer), 1), (0, new.preaching_category_id, cast(substr(new.event_datetime, 1, 4) as integer), 1), (0, 0, cast(substr(new.event_datetime, 1, 4) as integer), 1) on conflict do update set items = items + 1; end;
CREATE TRIGGER preaching_item_renamed after update of search_key on preaching_item
      when old.search_key <> new.search_key begin insert into preaching_trigrams (preaching_trigrams, rowid, search_key)
    values ('delete', old.id, old.search_key); insert into preaching_trigrams (rowid, search_key) values (new.id, new.search_key); end;
CREATE TRIGGER preaching_item_removed after delete on preaching_item begin
      update area set changes = changes + 1, items = items + -1 where name = 'preaching'; insert into preaching_tally (preacher_id, preaching_category_id, year, items) values (old.preacher_id, old.preaching_category_id, cast(substr(old.event_datetime, 1, 4) as integer), -1), (old.preacher_id, 0, cast(substr(old.event_datetime, 1, 4) as integer), -1), (0, old.preaching_category_id, cast(substr(old.event_datetime, 1, 4) as integer), -1), (0, 0, cast(substr(old.event_datetime, 1, 4) as integer), -1) on conflict do update set items = items + -1; insert into preaching_trigrams (preaching_trigrams, rowid, search_key)
    values ('delete', old.id, old.search_key); end;
CREATE TRIGGER preacher_changed after update on preacher begin update area set changes = changes + 1, items = items + 0 where name = 'preaching'; end;
CREATE TRIGGER preaching_category_changed after update on preaching_category begin update area set changes = changes + 1, items = items + 0 where name = 'preaching'; end;
CREATE INDEX "identity_family_sub" on "identity_family" ("sub");
CREATE INDEX "identity_refresh_token_family" on "identity_refresh_token" ("origin_jti");
CREATE INDEX "identity_credential_family" on "identity_credential" ("origin_jti");
CREATE INDEX attendee_by_last on attendee (last_key, first_key, id, search_key);
CREATE INDEX attendee_by_first on attendee (first_key, last_key, id, search_key);
CREATE INDEX attendee_by_birthdate on attendee (birthdate, last_key, first_key, id, search_key);
CREATE INDEX class_session_by_date on class_session (session_datetime, id, search_key);
CREATE INDEX class_session_by_title on class_session (search_key, session_datetime, id);
CREATE INDEX class_session_by_series on class_session (series_id, session_datetime, id);
CREATE INDEX class_teacher_by_sub on class_teacher (sub, class_id);
CREATE INDEX roster_by_attendee on roster (attendee_id);
CREATE INDEX attendance_by_time on attendance (session_datetime, class_id, attendee_id);
CREATE TRIGGER attendee_insert_followed after insert on attendee begin update area set changes = changes + 1, items = items + 1
      where name = 'attendees'; end;
CREATE TRIGGER attendee_update_followed after update on attendee begin update area set changes = changes + 1, items = items + 0
      where name = 'attendees'; end;
CREATE TRIGGER attendee_delete_followed after delete on attendee begin update area set changes = changes + 1, items = items + -1
      where name = 'attendees'; end;
CREATE VIEW attendee_search as select rowid as id, search_key from attendee_trigrams;
CREATE TRIGGER attendee_added after insert on attendee begin insert into attendee_trigrams (rowid, search_key) values (new.id, new.search_key); end;
CREATE TRIGGER attendee_renamed after update of search_key on attendee
      when old.search_key <> new.search_key begin insert into attendee_trigrams (attendee_trigrams, rowid, search_key)
    values ('delete', old.id, old.search_key); insert into attendee_trigrams (rowid, search_key) values (new.id, new.search_key); end;
CREATE TRIGGER attendee_removed after delete on attendee begin insert into attendee_trigrams (attendee_trigrams, rowid, search_key)
    values ('delete', old.id, old.search_key); end;
CREATE TRIGGER class_session_insert_followed after insert on class_session begin update area set changes = changes + 1, items = items + 1
      where name = 'classes'; end;
CREATE TRIGGER class_session_update_followed after update of search_key,session_datetime on class_session begin update area set changes = changes + 1, items = items + 0
      where name = 'classes'; end;
CREATE TRIGGER class_session_delete_followed after delete on class_session begin update area set changes = changes + 1, items = items + -1
      where name = 'classes'; end;
CREATE VIEW class_session_search as select rowid as id, search_key from class_session_trigrams;
CREATE TRIGGER class_session_added after insert on class_session begin insert into class_session_trigrams (rowid, search_key) values (new.id, new.search_key); end;
CREATE TRIGGER class_session_renamed after update of search_key on class_session
      when old.search_key <> new.search_key begin insert into class_session_trigrams (class_session_trigrams, rowid, search_key)
    values ('delete', old.id, old.search_key); insert into class_session_trigrams (rowid, search_key) values (new.id, new.search_key); end;
CREATE TRIGGER class_session_removed after delete on class_session begin insert into class_session_trigrams (class_session_trigrams, rowid, search_key)
    values ('delete', old.id, old.search_key); end;
CREATE TRIGGER class_teacher_insert_followed after insert on class_teacher begin update area set changes = changes + 1
      where name = 'classes'; end;
CREATE TRIGGER class_teacher_update_followed after update on class_teacher begin update area set changes = changes + 1
      where name = 'classes'; end;
CREATE TRIGGER class_teacher_delete_followed after delete on class_teacher begin update area set changes = changes + 1
      where name = 'classes'; end;
CREATE INDEX "identity_user_name" on "identity_user" ("name_key", "email");
CREATE INDEX "identity_place_sub" on "identity_place" ("sub");
CREATE INDEX "identity_passkey_sub" on "identity_passkey" ("sub");
CREATE INDEX "identity_device_sub" on "identity_device" ("sub");
CREATE INDEX "identity_member_sub" on "identity_member" ("sub");
CREATE INDEX "audit_event_at" on "audit_event" ("at", "id");
CREATE INDEX "audit_event_kind" on "audit_event" ("kind", "at", "id");
CREATE INDEX "audit_event_actor" on "audit_event" ("actor", "at", "id");
CREATE INDEX "audit_event_subject" on "audit_event" ("subject", "at", "id");
CREATE INDEX "audit_event_subject_name" on "audit_event" ("subject_name", "subject");
commit;
