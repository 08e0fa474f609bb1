SET statement_timeout = 0;
SET lock_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE FUNCTION public.attendee_delete_followed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1, items = items + -1 * (select count(*) from changed)
      where name = 'attendees'; return null; end $$;
CREATE FUNCTION public.attendee_insert_followed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1, items = items + 1 * (select count(*) from changed)
      where name = 'attendees'; return null; end $$;
CREATE FUNCTION public.attendee_update_followed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1, items = items + 0
      where name = 'attendees'; return null; end $$;
CREATE FUNCTION public.class_session_delete_followed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1, items = items + -1 * (select count(*) from changed)
      where name = 'classes'; return null; end $$;
CREATE FUNCTION public.class_session_insert_followed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1, items = items + 1 * (select count(*) from changed)
      where name = 'classes'; return null; end $$;
CREATE FUNCTION public.class_session_update_followed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1, items = items + 0
      where name = 'classes'; return null; end $$;
CREATE FUNCTION public.class_teacher_delete_followed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1
      where name = 'classes'; return null; end $$;
CREATE FUNCTION public.class_teacher_insert_followed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1
      where name = 'classes'; return null; end $$;
CREATE FUNCTION public.class_teacher_update_followed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1
      where name = 'classes'; return null; end $$;
CREATE FUNCTION public.follow_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1, items = items + (select count(*) from added) where name = 'preaching'; 
    insert into preaching_tally (preacher_id, preaching_category_id, year, items)
      select coalesce(preacher_id, 0), coalesce(preaching_category_id, 0), year, count(*)
      from (select preacher_id, preaching_category_id, substr(event_datetime, 1, 4)::integer as year
        from added) as changed
      group by cube (preacher_id, preaching_category_id), year order by 1, 2, 3
    on conflict (preacher_id, preaching_category_id, year)
      do update set items = preaching_tally.items + excluded.items; return null; end $$;
CREATE FUNCTION public.follow_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1, items = items + 0 where name = 'preaching'; 
    insert into preaching_tally (preacher_id, preaching_category_id, year, items)
      select coalesce(preacher_id, 0), coalesce(preaching_category_id, 0), year, -count(*)
      from (select preacher_id, preaching_category_id, substr(event_datetime, 1, 4)::integer as year
        from removed) as changed
      group by cube (preacher_id, preaching_category_id), year order by 1, 2, 3
    on conflict (preacher_id, preaching_category_id, year)
      do update set items = preaching_tally.items + excluded.items; 
    insert into preaching_tally (preacher_id, preaching_category_id, year, items)
      select coalesce(preacher_id, 0), coalesce(preaching_category_id, 0), year, count(*)
      from (select preacher_id, preaching_category_id, substr(event_datetime, 1, 4)::integer as year
        from added) as changed
      group by cube (preacher_id, preaching_category_id), year order by 1, 2, 3
    on conflict (preacher_id, preaching_category_id, year)
      do update set items = preaching_tally.items + excluded.items; return null; end $$;
CREATE FUNCTION public.follow_named() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1, items = items + 0 where name = 'preaching'; return null; end $$;
CREATE FUNCTION public.follow_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin update area set changes = changes + 1, items = items + - (select count(*) from removed) where name = 'preaching'; 
    insert into preaching_tally (preacher_id, preaching_category_id, year, items)
      select coalesce(preacher_id, 0), coalesce(preaching_category_id, 0), year, -count(*)
      from (select preacher_id, preaching_category_id, substr(event_datetime, 1, 4)::integer as year
        from removed) as changed
      group by cube (preacher_id, preaching_category_id), year order by 1, 2, 3
    on conflict (preacher_id, preaching_category_id, year)
      do update set items = preaching_tally.items + excluded.items; return null; end $$;
SET default_tablespace = '';
CREATE TABLE public.area (
    name text NOT NULL,
    changes bigint NOT NULL,
    items bigint NOT NULL
);
CREATE TABLE public.attendance (
    id integer NOT NULL,
    class_id integer NOT NULL,
    session_datetime text NOT NULL COLLATE pg_catalog."C",
    attendee_id integer NOT NULL,
    attended integer NOT NULL,
    marked integer NOT NULL,
    comment text NOT NULL,
    version integer NOT NULL,
    changed bigint NOT NULL,
    changed_by text NOT NULL
);
CREATE SEQUENCE public.attendance_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.attendance_id_seq OWNED BY public.attendance.id;
CREATE TABLE public.attendee (
    id integer NOT NULL,
    request_id text,
    first_name text NOT NULL,
    last_name text NOT NULL,
    birthdate text NOT NULL COLLATE pg_catalog."C",
    parent_contact text NOT NULL,
    notes text NOT NULL,
    is_member integer NOT NULL,
    version integer NOT NULL,
    first_key text NOT NULL COLLATE pg_catalog."C",
    last_key text NOT NULL COLLATE pg_catalog."C",
    search_key text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.attendee_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.attendee_id_seq OWNED BY public.attendee.id;
CREATE VIEW public.attendee_search AS
 SELECT attendee.id,
    attendee.search_key
   FROM public.attendee;
CREATE TABLE public.audit_event (
    id bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    actor text,
    actor_name text,
    subject text,
    subject_name text,
    address text,
    detail text
);
CREATE SEQUENCE public.audit_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_event_id_seq OWNED BY public.audit_event.id;
CREATE TABLE public.class_series (
    id integer NOT NULL,
    request_id text,
    title text NOT NULL,
    roster_version integer NOT NULL
);
CREATE SEQUENCE public.class_series_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.class_series_id_seq OWNED BY public.class_series.id;
CREATE TABLE public.class_session (
    id integer NOT NULL,
    series_id integer NOT NULL,
    title text NOT NULL,
    search_key text NOT NULL COLLATE pg_catalog."C",
    session_datetime text NOT NULL COLLATE pg_catalog."C",
    room text NOT NULL,
    notes text NOT NULL,
    cancelled integer NOT NULL,
    version integer NOT NULL,
    roll_version integer NOT NULL
);
CREATE SEQUENCE public.class_session_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.class_session_id_seq OWNED BY public.class_session.id;
CREATE VIEW public.class_session_search AS
 SELECT class_session.id,
    class_session.search_key
   FROM public.class_session;
CREATE TABLE public.class_teacher (
    class_id integer NOT NULL,
    sub text NOT NULL
);
CREATE TABLE public.identity_access_key (
    access_key_id text NOT NULL,
    name text NOT NULL,
    sealed_secret text NOT NULL,
    created bigint NOT NULL,
    last_used bigint
);
CREATE TABLE public.identity_challenge (
    handle_hash text NOT NULL,
    step text NOT NULL,
    sealed_state text NOT NULL,
    expires bigint NOT NULL,
    tries integer NOT NULL,
    request_hash text,
    sealed_outcome text,
    settled bigint
);
CREATE TABLE public.identity_code (
    subject text NOT NULL,
    purpose text NOT NULL,
    code_mac text NOT NULL,
    expires bigint NOT NULL,
    tries integer NOT NULL,
    sealed_target text
);
CREATE TABLE public.identity_credential (
    access_key_id text NOT NULL,
    origin_jti text NOT NULL,
    expires bigint NOT NULL
);
CREATE TABLE public.identity_device (
    device_key text NOT NULL,
    sub text NOT NULL,
    group_key text NOT NULL,
    name text NOT NULL,
    sealed_verifier text NOT NULL,
    remembered integer NOT NULL,
    address text NOT NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL,
    last_sign_in bigint NOT NULL
);
CREATE TABLE public.identity_family (
    origin_jti text NOT NULL,
    sub text NOT NULL,
    auth_time bigint NOT NULL,
    expires bigint NOT NULL,
    device_key text,
    scope text
);
CREATE TABLE public.identity_group (
    name text NOT NULL,
    description text NOT NULL,
    precedence integer,
    created bigint NOT NULL,
    updated bigint NOT NULL
);
CREATE TABLE public.identity_member (
    group_name text NOT NULL,
    sub text NOT NULL
);
CREATE TABLE public.identity_passkey (
    credential_id text NOT NULL,
    sub text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    name text NOT NULL,
    rp_id text NOT NULL,
    attachment text,
    transports text NOT NULL,
    created bigint NOT NULL
);
CREATE TABLE public.identity_place (
    place text NOT NULL,
    sub text NOT NULL,
    latest bigint NOT NULL
);
CREATE TABLE public.identity_refresh_token (
    token_hash text NOT NULL,
    origin_jti text NOT NULL,
    rotated bigint
);
CREATE TABLE public.identity_setting (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.identity_signing_key (
    kid text NOT NULL,
    public_jwk text NOT NULL,
    sealed_private_jwk text NOT NULL,
    starts bigint NOT NULL
);
CREATE TABLE public.identity_throttle (
    subject text NOT NULL,
    attempts integer NOT NULL,
    latest bigint NOT NULL,
    locked_until bigint NOT NULL
);
CREATE TABLE public.identity_user (
    sub text NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    enabled integer NOT NULL,
    sealed_verifier text NOT NULL,
    temporary_until bigint,
    attributes text NOT NULL,
    group_names text NOT NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL,
    name_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    mfa_enabled text DEFAULT '[]'::text NOT NULL,
    totp_step bigint DEFAULT 0 NOT NULL,
    mfa_preferred text,
    sealed_totp text
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.lease (
    name text NOT NULL,
    holder text NOT NULL,
    held_until bigint NOT NULL,
    due bigint NOT NULL
);
CREATE TABLE public.preacher (
    id integer NOT NULL,
    presenter_name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.preacher_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.preacher_id_seq OWNED BY public.preacher.id;
CREATE TABLE public.preaching_category (
    id integer NOT NULL,
    category text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.preaching_category_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.preaching_category_id_seq OWNED BY public.preaching_category.id;
CREATE TABLE public.preaching_item (
    id integer NOT NULL,
    uuid text NOT NULL,
    localizedname text NOT NULL,
    search_key text NOT NULL COLLATE pg_catalog."C",
    event_datetime text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL,
    path text NOT NULL,
    poster_path text NOT NULL,
    media_format text NOT NULL,
    language_id integer NOT NULL,
    preacher_id integer NOT NULL,
    preaching_category_id integer NOT NULL,
    version integer NOT NULL
);
CREATE SEQUENCE public.preaching_item_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.preaching_item_id_seq OWNED BY public.preaching_item.id;
CREATE VIEW public.preaching_search AS
 SELECT preaching_item.id,
    preaching_item.search_key
   FROM public.preaching_item;
CREATE TABLE public.preaching_tally (
    preacher_id integer NOT NULL,
    preaching_category_id integer NOT NULL,
    year integer NOT NULL,
    items bigint NOT NULL
);
CREATE TABLE public.roster (
    series_id integer NOT NULL,
    attendee_id integer NOT NULL
);
ALTER TABLE ONLY public.attendance ALTER COLUMN id SET DEFAULT nextval('public.attendance_id_seq'::regclass);
ALTER TABLE ONLY public.attendee ALTER COLUMN id SET DEFAULT nextval('public.attendee_id_seq'::regclass);
ALTER TABLE ONLY public.audit_event ALTER COLUMN id SET DEFAULT nextval('public.audit_event_id_seq'::regclass);
ALTER TABLE ONLY public.class_series ALTER COLUMN id SET DEFAULT nextval('public.class_series_id_seq'::regclass);
ALTER TABLE ONLY public.class_session ALTER COLUMN id SET DEFAULT nextval('public.class_session_id_seq'::regclass);
ALTER TABLE ONLY public.preacher ALTER COLUMN id SET DEFAULT nextval('public.preacher_id_seq'::regclass);
ALTER TABLE ONLY public.preaching_category ALTER COLUMN id SET DEFAULT nextval('public.preaching_category_id_seq'::regclass);
ALTER TABLE ONLY public.preaching_item ALTER COLUMN id SET DEFAULT nextval('public.preaching_item_id_seq'::regclass);
INSERT INTO public.area VALUES ('sunday_school', 0, 0);
INSERT INTO public.area VALUES ('preaching', 3, 3);
INSERT INTO public.area VALUES ('attendees', 2, 2);
INSERT INTO public.area VALUES ('classes', 3, 2);
INSERT INTO public.attendance VALUES (77, 6, '2026-05-03T10:30:00', 2, 1, 1, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 2, 9007199254740991, 'b2b5c9f0-0000-4000-8000-000000000001');
INSERT INTO public.attendee VALUES (2, NULL, 'Ñandú', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', '2019-02-28', '', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 1, 1, 'nandu', 'o brien', 'nandu o brien 2');
INSERT INTO public.attendee VALUES (40, 'r40', 'Ñandú', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', '', '', '', 1, 1, 'nandu', 'o brien', 'nandu o brien 40');
INSERT INTO public.audit_event VALUES (1000, 9007199254740991, 'signed-in', NULL, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', NULL, '', '127.0.0.1', NULL);
INSERT INTO public.class_series VALUES (4, NULL, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 3);
INSERT INTO public.class_session VALUES (6, 4, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'o brien 6', '2026-05-03T10:30:00', '', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 0, 1, 5);
INSERT INTO public.class_session VALUES (9, 4, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'o brien 9', '2026-05-10T10:30:00', '', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 0, 1, 5);
INSERT INTO public.class_teacher VALUES (6, 'b2b5c9f0-0000-4000-8000-000000000001');
INSERT INTO public.identity_access_key VALUES ('AKIA1', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'c2VhbGVk', 1, NULL);
INSERT INTO public.identity_challenge VALUES ('c1', 'SRP', 'c2VhbGVk', 5, 2, NULL, NULL, NULL);
INSERT INTO public.identity_code VALUES ('s', 'p', 'm', 5, 1, NULL);
INSERT INTO public.identity_credential VALUES ('ASIA1', 'j1', 0);
INSERT INTO public.identity_device VALUES ('d1', 'a1b5c9f0-0000-4000-8000-000000000002', 'g', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'c2VhbGVk', 1, '::1', 1, 2, 3);
INSERT INTO public.identity_family VALUES ('j1', 'b2b5c9f0-0000-4000-8000-000000000001', 1, 9007199254740991, NULL, NULL);
INSERT INTO public.identity_group VALUES ('Admins', 'Administrators of the house', 1, 1795287272000, 1795287272000);
INSERT INTO public.identity_group VALUES ('Teachers', 'Teachers of the Sunday school', 10, 1795287272000, 1795287272000);
INSERT INTO public.identity_group VALUES ('Choir', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', NULL, 1, 2);
INSERT INTO public.identity_member VALUES ('Zeal', 'a1b5c9f0-0000-4000-8000-000000000002');
INSERT INTO public.identity_passkey VALUES ('q1', 'b2b5c9f0-0000-4000-8000-000000000001', 'pQ', 4294967295, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'localhost', NULL, '[]', 1);
INSERT INTO public.identity_place VALUES ('p1', 'b2b5c9f0-0000-4000-8000-000000000001', 9);
INSERT INTO public.identity_refresh_token VALUES ('h1', 'j1', NULL);
INSERT INTO public.identity_refresh_token VALUES ('H1', 'j1', 1760000000000);
INSERT INTO public.identity_setting VALUES ('sample', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --');
INSERT INTO public.identity_setting VALUES ('Sample', '');
INSERT INTO public.identity_signing_key VALUES ('k1', '{}', 'c2VhbGVk', 9007199254740991);
INSERT INTO public.identity_throttle VALUES ('O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 3, 4, 5);
INSERT INTO public.identity_user VALUES ('b2b5c9f0-0000-4000-8000-000000000001', 'ruth@example.org', 'CONFIRMED', 1, 'c2VhbGVk', NULL, '{"name":"O''Brien \"Ruth\" \\ 👩‍👧 <script>alert(1)</script> é́\r\n\t; drop table attendee --"}', '["Admins","Choir"]', 1760000000000, 1760000000001, '', '[]', 0, NULL, NULL);
INSERT INTO public.identity_user VALUES ('a1b5c9f0-0000-4000-8000-000000000002', 'ähre@example.org', 'CONFIRMED', 1, 'c2VhbGVk', NULL, '{"name":"O''Brien \"Ruth\" \\ 👩‍👧 <script>alert(1)</script> é́\r\n\t; drop table attendee --"}', '[]', 1760000000000, 1760000000001, '', '[]', 0, NULL, NULL);
INSERT INTO public.kysely_migration VALUES ('0001-preaching', '2026-11-21T18:54:32.835Z');
INSERT INTO public.kysely_migration VALUES ('0002-identity', '2026-11-21T18:54:32.988Z');
INSERT INTO public.kysely_migration VALUES ('0003-sunday-school', '2026-11-21T18:54:33.163Z');
INSERT INTO public.kysely_migration VALUES ('0004-identity-complete', '2026-11-21T18:54:33.351Z');
INSERT INTO public.kysely_migration VALUES ('0005-leases', '2026-11-21T18:54:33.369Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.lease VALUES ('sample', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 0, 9007199254740991);
INSERT INTO public.preacher VALUES (1, 'Guest Speaker', 'guest speaker');
INSERT INTO public.preacher VALUES (7, 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'o brien');
INSERT INTO public.preacher VALUES (8, 'Zoë', 'zoe');
INSERT INTO public.preaching_category VALUES (1, 'Sunday Service', 'sunday service');
INSERT INTO public.preaching_category VALUES (2, 'Bible Study', 'bible study');
INSERT INTO public.preaching_category VALUES (3, 'Prayer Meeting', 'prayer meeting');
INSERT INTO public.preaching_category VALUES (4, 'Youth', 'youth');
INSERT INTO public.preaching_category VALUES (5, 'Testimony', 'testimony');
INSERT INTO public.preaching_category VALUES (6, 'Sermon', 'sermon');
INSERT INTO public.preaching_category VALUES (9, 'Ångström', 'angstrom');
INSERT INTO public.preaching_item VALUES (3, '00000000-0000-4000-8000-000000000013', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'grace upon grace 3', '2026-05-03T10:30:00', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'preaching/2026/3.mp3', 'images/default-banner.jpg', 'audio', 1, 7, 9, 4);
INSERT INTO public.preaching_item VALUES (5, '00000000-0000-4000-8000-000000000015', 'Grace', 'grace upon grace 5', '1999-12-31T23:59:00', 'O''Brien "Ruth" \ 👩‍👧 <script>alert(1)</script> é́
	; drop table attendee --', 'preaching/2026/5.mp3', 'images/default-banner.jpg', 'video', 1, 1, 6, 4);
INSERT INTO public.preaching_item VALUES (12, '00000000-0000-4000-8000-000000000022', 'Grace', 'grace upon grace 12', '2026-05-03T10:30:00', '', 'preaching/2026/12.mp3', 'images/default-banner.jpg', 'audio', 1, 8, 6, 4);
INSERT INTO public.preaching_tally VALUES (0, 9, 2026, 1);
INSERT INTO public.preaching_tally VALUES (7, 0, 2026, 1);
INSERT INTO public.preaching_tally VALUES (7, 9, 2026, 1);
INSERT INTO public.preaching_tally VALUES (0, 0, 1999, 1);
INSERT INTO public.preaching_tally VALUES (0, 6, 1999, 1);
INSERT INTO public.preaching_tally VALUES (1, 0, 1999, 1);
INSERT INTO public.preaching_tally VALUES (1, 6, 1999, 1);
INSERT INTO public.preaching_tally VALUES (0, 0, 2026, 2);
INSERT INTO public.preaching_tally VALUES (0, 6, 2026, 1);
INSERT INTO public.preaching_tally VALUES (8, 0, 2026, 1);
INSERT INTO public.preaching_tally VALUES (8, 6, 2026, 1);
INSERT INTO public.roster VALUES (4, 40);
INSERT INTO public.roster VALUES (4, 2);
SELECT pg_catalog.setval('public.attendance_id_seq', 1, false);
SELECT pg_catalog.setval('public.attendee_id_seq', 1, false);
SELECT pg_catalog.setval('public.audit_event_id_seq', 1, false);
SELECT pg_catalog.setval('public.class_series_id_seq', 1, false);
SELECT pg_catalog.setval('public.class_session_id_seq', 1, false);
SELECT pg_catalog.setval('public.preacher_id_seq', 1, true);
SELECT pg_catalog.setval('public.preaching_category_id_seq', 6, true);
SELECT pg_catalog.setval('public.preaching_item_id_seq', 1, false);
ALTER TABLE ONLY public.area
    ADD CONSTRAINT area_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_once_a_class UNIQUE (class_id, attendee_id);
ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_once_a_time UNIQUE (attendee_id, session_datetime);
ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attendee
    ADD CONSTRAINT attendee_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attendee
    ADD CONSTRAINT attendee_request_id_key UNIQUE (request_id);
ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.class_series
    ADD CONSTRAINT class_series_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.class_series
    ADD CONSTRAINT class_series_request_id_key UNIQUE (request_id);
ALTER TABLE ONLY public.class_session
    ADD CONSTRAINT class_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.class_session
    ADD CONSTRAINT class_session_time UNIQUE (id, session_datetime);
ALTER TABLE ONLY public.class_teacher
    ADD CONSTRAINT class_teacher_key PRIMARY KEY (class_id, sub);
ALTER TABLE ONLY public.identity_access_key
    ADD CONSTRAINT identity_access_key_name_key UNIQUE (name);
ALTER TABLE ONLY public.identity_access_key
    ADD CONSTRAINT identity_access_key_pkey PRIMARY KEY (access_key_id);
ALTER TABLE ONLY public.identity_challenge
    ADD CONSTRAINT identity_challenge_pkey PRIMARY KEY (handle_hash);
ALTER TABLE ONLY public.identity_code
    ADD CONSTRAINT identity_code_key PRIMARY KEY (subject, purpose);
ALTER TABLE ONLY public.identity_credential
    ADD CONSTRAINT identity_credential_pkey PRIMARY KEY (access_key_id);
ALTER TABLE ONLY public.identity_device
    ADD CONSTRAINT identity_device_pkey PRIMARY KEY (device_key);
ALTER TABLE ONLY public.identity_family
    ADD CONSTRAINT identity_family_pkey PRIMARY KEY (origin_jti);
ALTER TABLE ONLY public.identity_group
    ADD CONSTRAINT identity_group_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.identity_member
    ADD CONSTRAINT identity_member_key PRIMARY KEY (group_name, sub);
ALTER TABLE ONLY public.identity_passkey
    ADD CONSTRAINT identity_passkey_pkey PRIMARY KEY (credential_id);
ALTER TABLE ONLY public.identity_place
    ADD CONSTRAINT identity_place_pkey PRIMARY KEY (place);
ALTER TABLE ONLY public.identity_refresh_token
    ADD CONSTRAINT identity_refresh_token_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.identity_setting
    ADD CONSTRAINT identity_setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.identity_signing_key
    ADD CONSTRAINT identity_signing_key_pkey PRIMARY KEY (kid);
ALTER TABLE ONLY public.identity_signing_key
    ADD CONSTRAINT identity_signing_key_starts_key UNIQUE (starts);
ALTER TABLE ONLY public.identity_throttle
    ADD CONSTRAINT identity_throttle_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.identity_user
    ADD CONSTRAINT identity_user_email_key UNIQUE (email);
ALTER TABLE ONLY public.identity_user
    ADD CONSTRAINT identity_user_pkey PRIMARY KEY (sub);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.lease
    ADD CONSTRAINT lease_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.preacher
    ADD CONSTRAINT preacher_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.preacher
    ADD CONSTRAINT preacher_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.preaching_category
    ADD CONSTRAINT preaching_category_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.preaching_category
    ADD CONSTRAINT preaching_category_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.preaching_item
    ADD CONSTRAINT preaching_item_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.preaching_item
    ADD CONSTRAINT preaching_item_uuid_key UNIQUE (uuid);
ALTER TABLE ONLY public.preaching_tally
    ADD CONSTRAINT preaching_tally_key PRIMARY KEY (preacher_id, preaching_category_id, year);
ALTER TABLE ONLY public.roster
    ADD CONSTRAINT roster_key PRIMARY KEY (series_id, attendee_id);
CREATE INDEX attendance_by_time ON public.attendance USING btree (session_datetime, class_id, attendee_id);
CREATE INDEX attendee_by_birthdate ON public.attendee USING btree (birthdate, last_key, first_key, id, search_key);
CREATE INDEX attendee_by_first ON public.attendee USING btree (first_key, last_key, id, search_key);
CREATE INDEX attendee_by_last ON public.attendee USING btree (last_key, first_key, id, search_key);
CREATE INDEX attendee_trigrams ON public.attendee USING gin (search_key public.gin_trgm_ops);
CREATE INDEX audit_event_actor ON public.audit_event USING btree (actor, at, id);
CREATE INDEX audit_event_at ON public.audit_event USING btree (at, id);
CREATE INDEX audit_event_kind ON public.audit_event USING btree (kind, at, id);
CREATE INDEX audit_event_subject ON public.audit_event USING btree (subject, at, id);
CREATE INDEX audit_event_subject_name ON public.audit_event USING btree (subject_name, subject);
CREATE INDEX class_session_by_date ON public.class_session USING btree (session_datetime, id, search_key);
CREATE INDEX class_session_by_series ON public.class_session USING btree (series_id, session_datetime, id);
CREATE INDEX class_session_by_title ON public.class_session USING btree (search_key, session_datetime, id);
CREATE INDEX class_session_trigrams ON public.class_session USING gin (search_key public.gin_trgm_ops);
CREATE INDEX class_teacher_by_sub ON public.class_teacher USING btree (sub, class_id);
CREATE INDEX identity_credential_family ON public.identity_credential USING btree (origin_jti);
CREATE INDEX identity_device_sub ON public.identity_device USING btree (sub);
CREATE INDEX identity_family_sub ON public.identity_family USING btree (sub);
CREATE INDEX identity_member_sub ON public.identity_member USING btree (sub);
CREATE INDEX identity_passkey_sub ON public.identity_passkey USING btree (sub);
CREATE INDEX identity_place_sub ON public.identity_place USING btree (sub);
CREATE INDEX identity_refresh_token_family ON public.identity_refresh_token USING btree (origin_jti);
CREATE INDEX identity_user_name ON public.identity_user USING btree (name_key, email);
CREATE INDEX preaching_item_by_category ON public.preaching_item USING btree (preaching_category_id, event_datetime, id, preacher_id, search_key);
CREATE INDEX preaching_item_by_date ON public.preaching_item USING btree (event_datetime, id, preacher_id, preaching_category_id, search_key);
CREATE INDEX preaching_item_by_path ON public.preaching_item USING btree (path);
CREATE INDEX preaching_item_by_poster ON public.preaching_item USING btree (poster_path);
CREATE INDEX preaching_item_by_preacher ON public.preaching_item USING btree (preacher_id, event_datetime, id, preaching_category_id, search_key);
CREATE INDEX preaching_item_by_title ON public.preaching_item USING btree (search_key, id, preacher_id, preaching_category_id, event_datetime);
CREATE INDEX preaching_item_trigrams ON public.preaching_item USING gin (search_key public.gin_trgm_ops);
CREATE INDEX preaching_tally_by_category ON public.preaching_tally USING btree (preaching_category_id, preacher_id, year, items);
CREATE INDEX roster_by_attendee ON public.roster USING btree (attendee_id);
CREATE TRIGGER attendee_delete_followed AFTER DELETE ON public.attendee REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.attendee_delete_followed();
CREATE TRIGGER attendee_insert_followed AFTER INSERT ON public.attendee REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.attendee_insert_followed();
CREATE TRIGGER attendee_update_followed AFTER UPDATE ON public.attendee FOR EACH STATEMENT EXECUTE FUNCTION public.attendee_update_followed();
CREATE TRIGGER class_session_delete_followed AFTER DELETE ON public.class_session REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.class_session_delete_followed();
CREATE TRIGGER class_session_insert_followed AFTER INSERT ON public.class_session REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.class_session_insert_followed();
CREATE TRIGGER class_session_update_followed AFTER UPDATE OF search_key, session_datetime ON public.class_session FOR EACH STATEMENT EXECUTE FUNCTION public.class_session_update_followed();
CREATE TRIGGER class_teacher_delete_followed AFTER DELETE ON public.class_teacher REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.class_teacher_delete_followed();
CREATE TRIGGER class_teacher_insert_followed AFTER INSERT ON public.class_teacher REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.class_teacher_insert_followed();
CREATE TRIGGER class_teacher_update_followed AFTER UPDATE ON public.class_teacher FOR EACH STATEMENT EXECUTE FUNCTION public.class_teacher_update_followed();
CREATE TRIGGER preacher_changed AFTER UPDATE ON public.preacher FOR EACH STATEMENT EXECUTE FUNCTION public.follow_named();
CREATE TRIGGER preaching_category_changed AFTER UPDATE ON public.preaching_category FOR EACH STATEMENT EXECUTE FUNCTION public.follow_named();
CREATE TRIGGER preaching_item_added AFTER INSERT ON public.preaching_item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.follow_added();
CREATE TRIGGER preaching_item_changed AFTER UPDATE ON public.preaching_item REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.follow_changed();
CREATE TRIGGER preaching_item_removed AFTER DELETE ON public.preaching_item REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.follow_removed();
ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_attendee_id_fkey FOREIGN KEY (attendee_id) REFERENCES public.attendee(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.attendance
    ADD CONSTRAINT attendance_class FOREIGN KEY (class_id, session_datetime) REFERENCES public.class_session(id, session_datetime) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.class_session
    ADD CONSTRAINT class_session_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.class_series(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.class_teacher
    ADD CONSTRAINT class_teacher_class_id_fkey FOREIGN KEY (class_id) REFERENCES public.class_session(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_credential
    ADD CONSTRAINT identity_credential_origin_jti_fkey FOREIGN KEY (origin_jti) REFERENCES public.identity_family(origin_jti) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_device
    ADD CONSTRAINT identity_device_sub_fkey FOREIGN KEY (sub) REFERENCES public.identity_user(sub) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_family
    ADD CONSTRAINT identity_family_sub_fkey FOREIGN KEY (sub) REFERENCES public.identity_user(sub) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_member
    ADD CONSTRAINT identity_member_sub_fkey FOREIGN KEY (sub) REFERENCES public.identity_user(sub) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_passkey
    ADD CONSTRAINT identity_passkey_sub_fkey FOREIGN KEY (sub) REFERENCES public.identity_user(sub) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_place
    ADD CONSTRAINT identity_place_sub_fkey FOREIGN KEY (sub) REFERENCES public.identity_user(sub) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_refresh_token
    ADD CONSTRAINT identity_refresh_token_origin_jti_fkey FOREIGN KEY (origin_jti) REFERENCES public.identity_family(origin_jti) ON DELETE CASCADE;
ALTER TABLE ONLY public.preaching_item
    ADD CONSTRAINT preaching_item_preacher_id_fkey FOREIGN KEY (preacher_id) REFERENCES public.preacher(id);
ALTER TABLE ONLY public.preaching_item
    ADD CONSTRAINT preaching_item_preaching_category_id_fkey FOREIGN KEY (preaching_category_id) REFERENCES public.preaching_category(id);
ALTER TABLE ONLY public.roster
    ADD CONSTRAINT roster_attendee_id_fkey FOREIGN KEY (attendee_id) REFERENCES public.attendee(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.roster
    ADD CONSTRAINT roster_series_id_fkey FOREIGN KEY (series_id) REFERENCES public.class_series(id) ON DELETE CASCADE;
