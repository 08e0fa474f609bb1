import type {
  ClaimReason,
  OperationKind,
  OperationOutcome,
  Settlement,
} from '@vestry/contract/sunday-school/claim-rules.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import type { Generated } from 'kysely'

/** The tables of what was done on devices without a line. */
export type OperationTables = {
  /** How an operation of somebody's device was answered; it holds nothing that somebody typed. */
  attendance_operation: {
    sub: string
    device: string
    number: number
    /** In milliseconds. */
    answered_at: number
    kind: OperationKind
    class_id: number | null
    attendee_id: number | null
    /** By which the device knows a guest. */
    request_id: string | null
    outcome: OperationOutcome
    reason: '' | ClaimReason
    /** The version that it gave the mark of the child; 0 if it has changed none. */
    version: number
  }
  /** What could not be done of what was done without a line, until a person settles it. */
  attendance_claim: {
    id: Generated<number>
    version: number
    kind: OperationKind
    reason: ClaimReason
    class_id: number | null
    /** The title and the time of the class; without a class, the last day of the absence. */
    class_title: string
    moment: string
    attendee_id: number | null
    request_id: string | null
    wanted_state: '' | RollState
    /** A comment, or the reason of an absence. */
    wanted_text: string
    from_day: string
    until_day: string
    /** The fields of a guest, as JSON; empty for anybody else, and once it is settled. */
    guest: string
    /** Their `sub`, and their name at that time. */
    wanted_by: string
    wanted_by_name: string
    /** By the clock of the device, and by the server's, in milliseconds. */
    made_at: number
    arrived_at: number
    /** What there was when it arrived, and the `sub` of who had set it. */
    there_state: '' | RollState
    there_text: string
    there_by: string
    settled_at: number | null
    settled_by: string
    settled_by_name: string
    settlement: '' | Settlement
  }
  /** A roll that a device of somebody has open, or of which it has not sent everything. */
  open_roll: {
    sub: string
    device: string
    class_id: number
    /** Since when, and when the device was last heard of; in milliseconds. */
    since: number
    heard: number
  }
}
