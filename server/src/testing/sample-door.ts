import { LARGE, ODD } from './sample-records.ts'

/** A child who arrived and was given back, its family's code and a lost one, and somebody who was stopped. */
const SAMPLE_DOOR = {
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

/** What a device has for itself and has done without a line, and what must be looked at since. */
const SAMPLE_DOOR_OFFLINE = {
  door_code: [{ day: '2026-05-03', code: 'CDFJ', code_of: 'family/5', lost: 0, spare: 1 }],
  door_alert: [
    {
      ...{ id: 9, kind: 'given_twice', attendee_id: 42, at: LARGE, adult: ODD, stopped_by: ODD, why: 'gone' },
      ...{ in_class: 35, first_at: LARGE, first_by: ODD, first_to: ODD, closed_at: 0, closed_by: '' },
    },
  ],
  door_operation: [
    {
      sub: ODD,
      device: '0f3a1c9e-0000-4000-8000-000000000051',
      number: 1,
      answered_at: LARGE,
      refused: '[]',
    },
  ],
}

/** A printer of labels, and what was sent to it. */
const SAMPLE_PRINTERS = {
  printer: [
    {
      ...{ id: 9, name: ODD, kind: 'brother_ql', host: '192.168.1.40', port: 9100 },
      ...{ size: 'brother_62x100', kinds: 'child,guardian', version: 2 },
    },
  ],
  label_print: [{ request_id: 'r48', at: LARGE, outcome: 'silent', sent: 1 }],
}

/** A tablet that has become a station. */
const SAMPLE_STATIONS = {
  door_station: [
    {
      ...{ id: 4, name: ODD, kind: 'self', secret_hash: 'h49', printer_id: 9, paper: 'a4_of_8' },
      ...{ made_at: LARGE, made_by: ODD, paired_at: LARGE, seen_at: LARGE },
    },
  ],
}

/** A number for the screen, and calls to an adult and to the screen, of which one is over. */
const SAMPLE_CALLS = {
  door_number: [{ day: '2026-05-04', number: 12, code_of: 'child/42' }],
  door_call: [
    {
      ...{ id: 11, request_id: 'r50', stay_id: 7, attendee_id: 42, at: LARGE, called_by: ODD, way: 'text' },
      ...{ reason: 'comfort', adult_id: 6, adult: ODD, state: 'failed', failure: 'unknown' },
      ...{ closed_at: LARGE, closed_by: ODD },
    },
    {
      ...{ id: 12, request_id: 'r51', stay_id: 7, attendee_id: 42, at: LARGE, called_by: ODD, way: 'screen' },
      ...{ reason: 'wanted', adult_id: 0, adult: '', state: 'sent', failure: '' },
    },
  ],
}

/** A printer that a bridge reaches, and what the bridge has been given for it. */
const SAMPLE_BRIDGES = {
  printer: [
    {
      ...{ id: 10, name: ODD, kind: 'zpl', host: '192.168.1.41', port: 9100, size: 'zebra_102x51' },
      ...{ kinds: 'child', version: 1, bridge_id: 5 },
    },
  ],
  door_station: [
    {
      ...{ id: 5, name: ODD, kind: 'bridge', secret_hash: 'h53', printer_id: 0, paper: '' },
      ...{ made_at: LARGE, made_by: ODD, paired_at: LARGE, seen_at: LARGE },
    },
  ],
  print_job: [
    { request_id: 'r53', bridge_id: 5, job: ODD, until: LARGE, taken: 1, outcome: 'printed', sent: 1 },
  ],
}

/** The rows of the door, by the step that they came with. */
export const SAMPLE_DOOR_STEPS = {
  '0047-door': SAMPLE_DOOR,
  '0048-printers': SAMPLE_PRINTERS,
  '0049-stations': SAMPLE_STATIONS,
  '0050-calling': SAMPLE_CALLS,
  '0051-door-offline': SAMPLE_DOOR_OFFLINE,
  '0053-printer-bridges': SAMPLE_BRIDGES,
}
