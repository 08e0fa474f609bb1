/**
 * Texts that make copies go wrong: quotes, characters beyond the first plane, markup, both line endings, and nothing at
 * all.
 */
export const ODD = `O'Brien "Ruth" \\ 👩‍👧 <script>alert(1)</script> é${'\u0301'}\r\n\t; drop table attendee --`
export const LARGE = 9_007_199_254_740_991
export const encrypted = 'c2VhbGVk'

export function preachingItem(id: number, rest: Record<string, number | string>) {
  return {
    id,
    uuid: `00000000-0000-4000-8000-0000000000${id + 10}`,
    localizedname: 'Grace',
    search_key: `grace upon grace ${id}`,
    event_datetime: '2026-05-03T10:30:00',
    description: ODD,
    path: `preaching/2026/${id}.mp3`,
    poster_path: 'images/default-banner.jpg',
    media_format: 'audio',
    language_id: 1,
    preacher_id: 1,
    preaching_category_id: 6,
    version: 4,
    ...rest,
  }
}

export function user(sub: string, email: string, groups: string) {
  return {
    sub,
    email,
    status: 'CONFIRMED',
    enabled: 1,
    encrypted_verifier: encrypted,
    temporary_until: null,
    attributes: JSON.stringify({ name: ODD }),
    group_names: groups,
    created: 1_760_000_000_000,
    updated: 1_760_000_000_001,
  }
}

export function attendee(id: number, rest: Record<string, string>) {
  return {
    id,
    request_id: null,
    first_name: 'Ñandú',
    last_name: ODD,
    birthdate: '2019-02-28',
    parent_contact: '',
    notes: '',
    is_member: 1,
    version: 1,
    first_key: 'nandu',
    last_key: 'o brien',
    search_key: `nandu o brien ${id}`,
    ...rest,
  }
}

export function classSession(id: number, time: string, rest: Record<string, string | number> = {}) {
  return {
    id,
    series_id: 4,
    title: ODD,
    search_key: `o brien ${id}`,
    session_datetime: time,
    room: '',
    notes: ODD,
    cancelled: 0,
    version: 1,
    roll_version: 5,
    ...rest,
  }
}
