import type { Operation } from '@vestry/contract/calls/roll-operations.ts'
import type { OperationKind } from '@vestry/contract/sunday-school/claim-rules.ts'
import type { Knows } from '../attendance/find-refusal.ts'
import type { AnsweredOperation } from './operations-sql.ts'

/** The part of an operation that says what it is about. */
type About = { kind: OperationKind; class_id?: number | null; number: number }

/** What one device of one person has done so far, and which child its operations are about. */
export type DeviceHistory = ReturnType<typeof createDeviceHistory>

/** `mergedInto` is the child that is there now where two entries were merged; `guests` are known by their request ids. */
export function createDeviceHistory(
  done: readonly AnsweredOperation[],
  { mergedInto, guests }: { mergedInto: (id: number) => number; guests: Map<string, number> },
) {
  const latest = new Map<string, number>()
  const versions = new Set<string>()

  const fieldOf = ({ kind, class_id }: About, child: number | string) => `${kind} ${class_id} ${child}`

  /** The child of an operation; its guest's request id while there is no such child. */
  function childOf(operation: {
    attendee_id?: number | undefined
    request_id?: string | undefined
  }): number | string {
    const { attendee_id, request_id = '' } = operation
    return attendee_id === undefined ? (guests.get(request_id) ?? request_id) : mergedInto(attendee_id)
  }

  /** An operation will be done: earlier ones about the same are overtaken by it. */
  function expect(operation: About, child: number | string): void {
    const field = fieldOf(operation, child)
    latest.set(field, Math.max(latest.get(field) ?? 0, operation.number))
  }

  /** An operation gave the mark of a child this version: what this device does next knows it. */
  function know(class_id: number, child: number, version: number): void {
    versions.add(`${class_id} ${child} ${version}`)
  }

  for (const { kind, request_id, attendee_id } of done) {
    if (kind === 'guest' && request_id !== null && attendee_id !== null) {
      guests.set(request_id, mergedInto(attendee_id))
    }
  }
  for (const row of done) {
    const { attendee_id, request_id, ...about } = row
    const child = childOf({ attendee_id: attendee_id ?? undefined, request_id: request_id ?? undefined })
    expect(about, child)
    if (typeof child === 'number' && row.class_id !== null && row.version > 0) {
      know(row.class_id, child, row.version)
    }
  }

  return {
    guests,
    childOf,
    expect,
    know,
    /** Whether a later operation of this device is about the same field of the same child. */
    isOvertaken: (operation: Operation) =>
      operation.number < (latest.get(fieldOf(operation, childOf(operation))) ?? 0),
    knowsIn:
      (class_id: number): Knows =>
      (child, version) =>
        versions.has(`${class_id} ${child} ${version}`),
  }
}
