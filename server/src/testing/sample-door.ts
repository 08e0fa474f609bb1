import { LARGE, ODD } from './sample-records.ts'

/** A child who arrived and was given back, its family's code and a lost one, and somebody who was stopped. */
export const SAMPLE_DOOR = {
  stay: [
    {
      ...{ id: 7, request_id: 'r47', attendee_id: 42, day: '2026-05-03', in_class: 35, code_of: 'family/5' },
      ...{
        arrived_at: LARGE,
        arrived_by: ODD,
        brought_by: ODD,
        reason: ODD,
        mark_version: 3,
        record_made: 1,
      },
      ...{ witness_at: LARGE, witness_sub: ODD, witness_by: ODD, witness_adult: 6, witness_name: ODD },
      ...{ gone_at: LARGE, gone_by: ODD, gone_to: ODD, gone_way: 'code', gone_reason: ODD, accounted: 1 },
    },
  ],
  door_code: [
    { day: '2026-05-03', code: 'CDFG', code_of: 'family/5', lost: 1 },
    { day: '2026-05-03', code: 'CDFH', code_of: 'family/5', lost: 0 },
  ],
  door_alert: [
    {
      ...{ id: 8, attendee_id: 42, at: LARGE, adult: ODD, stopped_by: ODD, closed_at: LARGE, closed_by: ODD },
    },
  ],
}
