import type { CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import type { OperationAnswer } from '@vestry/contract/calls/roll-operations.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { expect } from 'vitest'
import type { TestServer } from './start-test-server.ts'

type Sent = NonNullable<CallInput<'POST /attendance/operations'>['body']>
export type NewOperation = Sent['operations'][number]
export type Sending = CallAnswer<'POST /attendance/operations'>

/** A phone of one person, Ada's if no token is given: what is done on it has its numbers, and is sent when it says so. */
export function createPhone(
  server: TestServer,
  { token, device = crypto.randomUUID() }: { token?: string; device?: string } = {},
) {
  let number = 0
  const made = () => {
    number += 1
    return { number, made_at: 1_777_000_000_000 + number }
  }

  async function trySend(operations: readonly NewOperation[]) {
    return await server.tryCall('POST /attendance/operations', {
      body: { device, operations },
      ...(token !== undefined && { token }),
    })
  }

  async function send(...operations: NewOperation[]): Promise<Sending> {
    const { status, body } = await trySend(operations)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as unknown as Sending
  }

  return {
    device,
    trySend,
    send,
    /** Sends these, and answers what became of each, as `applied` or `claim class_moved`. */
    outcomes: async (...operations: NewOperation[]) => (await send(...operations)).operations.map(wordsOf),
    mark: (class_id: number, child: number | string, state: RollState, seen = 0, session_datetime?: string) =>
      ({
        kind: 'mark',
        ...made(),
        ...{ class_id, state, seen },
        ...childOf(child),
        ...(session_datetime !== undefined && { session_datetime }),
      }) satisfies NewOperation,
    comment: (class_id: number, child: number | string, comment: string, seen = 0) =>
      ({ kind: 'comment', ...made(), class_id, comment, seen, ...childOf(child) }) satisfies NewOperation,
    guest: (class_id: number, request_id: string = crypto.randomUUID()) =>
      ({
        ...{ kind: 'guest', ...made(), class_id, request_id, first_name: 'Lydia', last_name: 'Okafor' },
        ...{ parent_contact: 'Grace, 600 123 456', allergies: 'Peanuts' },
      }) as const satisfies NewOperation,
    absence: (child: number | string, from_day = '2026-08-01', until_day = '2026-08-14') =>
      ({
        ...{ kind: 'absence', ...made(), ...childOf(child) },
        ...{ from_day, until_day, reason: 'Holidays' },
      }) as const satisfies NewOperation,
  }
}

export function wordsOf({ outcome, reason }: Pick<OperationAnswer, 'outcome' | 'reason'>): string {
  return [outcome, reason].filter(Boolean).join(' ')
}

function childOf(child: number | string) {
  return typeof child === 'number' ? { attendee_id: child } : { request_id: child }
}
