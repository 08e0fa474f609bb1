import { LARGE, ODD } from './sample-records.ts'

const FAMILY = {
  id: 5,
  request_id: null,
  name: ODD,
  name_key: 'o brien',
  search_key: 'o brien 01614960000',
  version: 3,
}
const ADULT = {
  ...{ id: 6, family_id: 5, position: 0, first_name: ODD, last_name: '', phone: '0161 496 0000' },
  ...{ email: 'o@example.org', language: 'Gàidhlig', collects: 'yes' },
}
const BAR = { attendee_id: 42, adult_id: 6, rule: 'barred', day: '', reason: ODD }

/** A family whose adult must not collect its child, and what it was before it was split. */
export const SAMPLE_FAMILIES = {
  family: [FAMILY],
  adult: [ADULT],
  family_child: [{ family_id: 5, attendee_id: 42 }],
  collect_rule: [BAR],
  attendee_care: [
    { attendee_id: 42, photo_consent: 'no', needs_reviewed: '2026-05-03', need_detail: ODD, version: 2 },
  ],
  family_change: [
    {
      ...{ id: 8, request_id: 'r8', kind: 'split', at: LARGE, changed_by: ODD, changed_by_name: ODD },
      former: JSON.stringify({ family: [FAMILY], adult: [ADULT], family_child: [], collect_rule: [BAR] }),
      result: JSON.stringify([{ id: 5, name: ODD, version: 3 }]),
    },
  ],
}

/** A family that an import made. */
export const SAMPLE_FAMILY_IMPORT = {
  family_change: [
    {
      ...{ id: 9, request_id: null, kind: 'imported', at: LARGE, changed_by: ODD, changed_by_name: ODD },
      ...{ former: JSON.stringify({ family: [], adult: [], family_child: [], collect_rule: [] }) },
      ...{ result: JSON.stringify([{ id: 5, name: ODD, version: 3 }]), import_id: 3 },
    },
  ],
}
