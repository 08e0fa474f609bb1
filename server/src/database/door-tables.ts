import type {
  CallFailure,
  CallReason,
  CallState,
  CallWay,
} from '@vestry/contract/sunday-school/call-rules.ts'
import type {
  ArrivalRefusal,
  HandoverRefusal,
  HandoverWay,
  KeptAlert,
} from '@vestry/contract/sunday-school/door-rules.ts'
import type { LabelSize, PrinterKind, PrintOutcome } from '@vestry/contract/sunday-school/label-rules.ts'
import type { StationKind } from '@vestry/contract/sunday-school/station-rules.ts'
import type { Generated } from 'kysely'

/** The tables of the door. */
export type DoorTables = {
  /** A child's stay. A child has one at a time: one whose `gone_at` is 0. */
  stay: {
    id: Generated<number>
    request_id: string
    attendee_id: number
    /** The church's day, `YYYY-MM-DD`. */
    day: string
    /** A class that may have been deleted since. */
    in_class: number
    /** Whose code it has: `family/12`, or `child/34` for one without a family. */
    code_of: string
    /** In milliseconds since 1970, as all moments here. */
    arrived_at: number
    arrived_by: string
    brought_by: string
    reason: string
    /** The version of the mark that the arrival made; 0 where the child was marked present before. */
    mark_version: number
    /** Whether the arrival put the child into the class, where it had no record. */
    record_made: number
    /** Who of the staff has seen an adult without a tag, and when; 0 and empty where nobody has. */
    witness_at: Generated<number>
    witness_sub: Generated<string>
    witness_by: Generated<string>
    witness_adult: Generated<number>
    witness_name: Generated<string>
    /** 0 while the child is here. */
    gone_at: Generated<number>
    gone_by: Generated<string>
    gone_to: Generated<string>
    gone_way: Generated<HandoverWay | ''>
    gone_reason: Generated<string>
    accounted: Generated<number>
  }
  /**
   * A code of a day; a lost one stays, so that nobody else gets it. `spare` is one that a device has for itself
   * (`code_of`: `device/` and whose), or that is on a tag beside the family's own code, and counts as it does.
   */
  door_code: {
    day: string
    code: string
    code_of: string
    lost: Generated<number>
    spare: Generated<number>
  }
  /** By which a family is called on the public screen of a day, whatever codes it has. */
  door_number: { day: string; number: number; code_of: string }
  /** A try to call a parent; it is over once `closed_at` is not 0, or the child is given back. */
  door_call: {
    id: Generated<number>
    request_id: string
    stay_id: number
    attendee_id: number
    at: number
    called_by: string
    way: CallWay
    reason: CallReason
    /** 0 and empty for the public screen. */
    adult_id: number
    adult: string
    state: CallState
    failure: CallFailure | ''
    closed_at: Generated<number>
    closed_by: Generated<string>
  }
  /**
   * Somebody who is barred from a child wanted to collect it, or what was done without a line must be looked at;
   * `closed_at` is 0 until somebody has seen to it.
   */
  door_alert: {
    id: Generated<number>
    kind: Generated<'barred' | KeptAlert>
    attendee_id: number
    at: number
    adult: string
    stopped_by: string
    /** Why what was kept could not be done. */
    why: Generated<ArrivalRefusal | HandoverRefusal | ''>
    /** The class into which a child came; 0 for none. */
    in_class: Generated<number>
    /** The giving-back that stands. */
    first_at: Generated<number>
    first_by: Generated<string>
    first_to: Generated<string>
    closed_at: Generated<number>
    closed_by: Generated<string>
  }
  /** What was done at the door without a line, by the number that it has on its device; `refused` is JSON. */
  door_operation: { sub: string; device: string; number: number; answered_at: number; refused: string }
  printer: {
    id: Generated<number>
    name: string
    kind: PrinterKind
    host: string
    port: number
    size: LabelSize
    /** The kinds of label that it prints, with commas between them. */
    kinds: string
    version: number
    /** The station that sends to it, which may have been deleted since; 0 where the server does. */
    bridge_id: Generated<number>
  }
  /**
   * What a bridge is to print, as JSON, until somebody has the answer. `until` is when nobody waits for it any more;
   * `outcome` is empty until the bridge has told it.
   */
  print_job: {
    request_id: string
    bridge_id: number
    job: string
    until: number
    taken: Generated<number>
    outcome: Generated<PrintOutcome | ''>
    sent: Generated<number>
  }
  /** What was sent to a printer, for a day; `outcome` is empty while it is being sent. */
  label_print: { request_id: string; at: number; outcome: PrintOutcome | ''; sent: number }
  /** A device of the church at which nobody signs in. */
  door_station: {
    id: Generated<number>
    name: string
    kind: StationKind
    /** Of its key; until it is paired, of the secret with which a device gets the key. */
    secret_hash: string
    /** A printer that may have been deleted since; 0 where it has none. */
    printer_id: number
    /** What its browser prints on; empty where it prints nothing. */
    paper: LabelSize | ''
    made_at: number
    made_by: string
    /** 0 until a device has become it. */
    paired_at: Generated<number>
    seen_at: Generated<number>
  }
}
