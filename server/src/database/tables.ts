import type { AuditKind } from '@vestry/contract/audit-kinds.ts'
import type { Generated } from 'kysely'

export type LockScope = 'preaching' | 'sunday_school' | 'attendees' | 'classes'

/** One row type a table. Booleans are 0 or 1 and times are ISO text or milliseconds, on both databases. */
export type Tables = {
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
  }
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
    notes: string
    is_member: number
    version: number
    first_key: string
    last_key: string
    search_key: string
  }
  attendee_search: { id: number; search_key: string }
  class_series: {
    id: Generated<number>
    request_id: string | null
    title: string
    /** Grows when the roster changes. */
    roster_version: number
  }
  class_session: {
    id: Generated<number>
    series_id: number
    title: string
    search_key: string
    session_datetime: string
    room: string
    notes: string
    cancelled: number
    version: number
    /** Grows when an attendance record of the class changes. */
    roll_version: number
  }
  class_session_search: { id: number; search_key: string }
  class_teacher: { class_id: number; sub: string }
  roster: { series_id: number; attendee_id: number }
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
  identity_setting: { name: string; value: string }
  identity_signing_key: { kid: string; public_jwk: string; sealed_private_jwk: string; starts: number }
  identity_user: {
    sub: string
    email: string
    status: 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'
    enabled: number
    sealed_verifier: string
    temporary_until: number | null
    attributes: string
    group_names: string
    /** The name in small letters, by which people are listed and found; empty without one. */
    name_key: Generated<string>
    /** The second factors that are switched on, as a JSON list of the protocol's names. */
    mfa_enabled: Generated<string>
    mfa_preferred: string | null
    sealed_totp: string | null
    /** The last time step whose TOTP code was used; none at or before it is taken again. */
    totp_step: Generated<number>
    created: number
    updated: number
  }
  identity_family: {
    origin_jti: string
    sub: string
    auth_time: number
    expires: number
    /** The tracked device that it was signed in on. */
    device_key: string | null
    /** What its access tokens are good for, if the hosted pages gave them out; otherwise everything of one's own. */
    scope: string | null
  }
  identity_refresh_token: { token_hash: string; origin_jti: string; rotated: number | null }
  identity_credential: { access_key_id: string; origin_jti: string; expires: number }
  identity_challenge: {
    handle_hash: string
    step: string
    sealed_state: string
    expires: number
    tries: number
    request_hash: string | null
    sealed_outcome: string | null
    settled: number | null
  }
  identity_code: {
    subject: string
    purpose: string
    code_mac: string
    expires: number
    tries: number
    /** The address or number that the code went to, where it replaces another one once it is proved. */
    sealed_target: string | null
  }
  identity_throttle: { subject: string; attempts: number; latest: number; locked_until: number }
  /** Where somebody has signed in from: a keyed digest of the person and the address or device. */
  identity_place: { place: string; sub: string; latest: number }
  identity_passkey: {
    credential_id: string
    sub: string
    /** The COSE public key, base64url. */
    public_key: string
    counter: number
    name: string
    rp_id: string
    attachment: string | null
    /** A JSON list. */
    transports: string
    created: number
  }
  identity_device: {
    device_key: string
    sub: string
    group_key: string
    name: string
    sealed_verifier: string
    remembered: number
    address: string
    created: number
    updated: number
    last_sign_in: number
  }
  /** Groups that are described; people may be in others too. A smaller precedence comes first among the groups of a person. */
  identity_group: {
    name: string
    description: string
    precedence: number | null
    created: number
    updated: number
    /** The role elsewhere that the group stands for; nothing here goes by it. */
    role_arn: string | null
  }
  /** Who is in which group, to find people by it; their own order stands with the person. */
  identity_member: { group_name: string; sub: string }
  identity_access_key: {
    access_key_id: string
    name: string
    sealed_secret: string
    created: number
    last_used: number | null
  }
  /** What one process at a time holds, and when a job is due again. A lock that was released is held until 0. */
  lease: { name: string; holder: string; held_until: number; due: number }
  /** What happened to accounts and rights. Names are as they were then, so that it outlives who it tells of. */
  audit_event: {
    id: Generated<number>
    at: number
    kind: AuditKind
    /** Who did it: a `sub`, or null for somebody who is not signed in, or for no person at all. */
    actor: string | null
    actor_name: string | null
    /** To whom: a `sub`. */
    subject: string | null
    subject_name: string | null
    address: string | null
    detail: string | null
  }
}
