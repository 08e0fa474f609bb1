import { LARGE, ODD } from './sample-records.ts'

export const SAMPLE_OPEN_ROLLS = {
  open_roll: [
    { sub: ODD, device: '0f3a1c9e-0000-4000-8000-000000000044', class_id: 10, since: 1, heard: LARGE },
  ],
}

/** How an operation of a phone was answered, and the claim that it became. */
export const SAMPLE_OPERATIONS = {
  attendance_operation: [
    {
      ...{ sub: ODD, device: '0f3a1c9e-0000-4000-8000-000000000041', number: 1, answered_at: LARGE },
      ...{ kind: 'guest', class_id: 10, attendee_id: 42, request_id: 'r42', outcome: 'claim' },
      ...{ reason: 'class_moved', version: 0 },
    },
  ],
  attendance_claim: [
    {
      ...{ id: 7, version: 1, kind: 'guest', reason: 'class_moved', class_id: 10, class_title: ODD },
      ...{ moment: '2026-05-24T10:30:00', attendee_id: null, request_id: 'r42', wanted_state: 'present' },
      ...{ wanted_text: ODD, from_day: '', until_day: '', guest: JSON.stringify({ first_name: ODD }) },
      ...{ wanted_by: ODD, wanted_by_name: ODD, made_at: LARGE, arrived_at: LARGE, there_state: '' },
      ...{ there_text: ODD, there_by: ODD, settled_at: null, settled_by: '', settled_by_name: '' },
      ...{ settlement: '' },
    },
  ],
}
