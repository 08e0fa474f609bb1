import type { Generated } from 'kysely'

export type AreaName = 'preaching' | 'sunday_school' | 'attendees' | 'classes'

/** One row type a table. Booleans are 0 or 1 and times are ISO text or milliseconds, on both databases. */
export type Tables = {
  /** One row for each part of the house whose writers take turns; triggers keep `changes` and `items`. */
  area: { name: AreaName; changes: number; items: number }
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
  /**
   * How many items there are of each preacher, category and year. In place of a preacher or a category 0 stands
   * for all of them. Kept by triggers, never written by hand.
   */
  preaching_tally: { preacher_id: number; preaching_category_id: number; year: number; items: number }
  /** A view over the trigram index: LIKE with a pattern of three letters or more is quick here. */
  preaching_search: { id: number; search_key: string }
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
    status: 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'
    enabled: number
    sealed_verifier: string
    temporary_until: number | null
    attributes: string
    group_names: string
    created: number
    updated: number
  }
  identity_family: { origin_jti: string; sub: string; auth_time: number; expires: number }
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
  identity_code: { subject: string; purpose: string; code_mac: string; expires: number; tries: number }
  identity_throttle: { subject: string; attempts: number; latest: number; locked_until: number }
}
