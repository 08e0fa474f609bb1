import type { Roll, RollMark } from '@vestry/contract/calls/attendance.ts'
import type { OperationAnswer } from '@vestry/contract/calls/roll-operations.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { expect } from 'vitest'
import type { TestServer } from '../../../server/src/testing/start-test-server.ts'
import type { Watch } from './faulty-line.ts'

/** An operation as it was sent. */
export type Operation = {
  kind: 'mark' | 'guest' | 'comment' | 'absence'
  number: number
  made_at: number
  attendee_id?: number
  request_id?: string
  state?: RollState
  seen?: number
  comment?: string
  reason?: string
}
/** An operation that has reached the server, with the answer to its first arrival; `sub`: whose it is. */
export type Answered = { sub: string; device: string; operation: Operation; answer: OperationAnswer }

type Stands = Map<number, RollMark>

/**
 * Stands beside the server's door: sees each operation that arrives, its answer, and the roll before and after. Throws
 * for what must never happen.
 */
export function createRollWitness(server: TestServer, class_id: number) {
  const answered = new Map<string, Answered>()
  /** The versions that operations of a device have made: what it does next knows them. */
  const own = new Set<string>()
  /** Every state that a child's mark ever had. */
  const had = new Map<number, Set<RollState>>()
  const faults: unknown[] = []
  let before: Promise<unknown> = Promise.resolve()

  async function read(): Promise<Stands> {
    const { status, body } = await server.tryCall('GET /attendance/roll-call', {
      query: { class_id: String(class_id) },
    })
    const roll = status === 200 ? (body as unknown as { roll: Roll }).roll : undefined
    const stands = new Map((roll?.children ?? []).map((child) => [child.attendee_id, child.mark]))
    for (const [id, { state }] of stands) {
      had.set(id, (had.get(id) ?? new Set()).add(state))
    }
    return stands
  }

  function note(from: { sub: string; device: string }, operation: Operation, answer: OperationAnswer) {
    const name = `${from.sub} ${from.device} ${operation.number}`
    const first = answered.get(name)
    if (first === undefined) {
      answered.set(name, { ...from, operation, answer })
      return true
    }
    expect(operation, 'a number stands for one operation').toEqual(first.operation)
    const { outcome, reason } = answer
    expect({ outcome, reason }, 'an operation has one outcome').toEqual({
      outcome: first.answer.outcome,
      reason: first.answer.reason,
    })
    return false
  }

  /** What was done is there when it is answered, and was done only over what its device had seen. */
  function judge(from: { device: string }, one: [Operation, OperationAnswer], stood: Stands, stands: Stands) {
    const [{ kind, state, comment, seen, number }, { outcome, attendee_id = 0 }] = one
    const [then, now] = [stood.get(attendee_id), stands.get(attendee_id)]
    if (outcome === 'applied') {
      const same = kind === 'mark' ? then?.state === state : then?.comment === comment
      const saw = same || then?.version === seen || own.has(versionOf(from, attendee_id, then))
      expect(saw, `nobody’s ${kind} is overwritten unseen`).toBe(true)
      expect(kind === 'mark' ? now?.state : now?.comment, 'what is answered is saved').toBe(state ?? comment)
    }
    if (outcome === 'superseded') {
      const later = [...answered.values()].filter(
        ({ device, operation, answer }) =>
          device === from.device &&
          operation.kind === kind &&
          answer.attendee_id === attendee_id &&
          operation.number > number,
      )
      expect(later.length, 'a later one stands in its place').toBeGreaterThan(0)
    }
  }

  const watch: Watch = async (sent, answer) => {
    const turn = before.then(async () => {
      if (!sent.url.includes('/api/attendance/operations')) {
        return await answer()
      }
      const stood = await read()
      const received = await answer()
      if (received.status !== 200) {
        expect(received.status, received.text).toBe(401)
        return received
      }
      const stands = await read()
      const { device, operations } = JSON.parse(sent.body ?? '') as {
        device: string
        operations: Operation[]
      }
      const answers = (JSON.parse(received.text) as { operations: OperationAnswer[] }).operations
      expect(answers.map(({ number }) => number)).toEqual(operations.map(({ number }) => number))
      const from = { sub: subOf(sent.headers.authorization ?? ''), device }
      const fresh = operations.flatMap((operation, at) => {
        const given = answers[at] as OperationAnswer
        return note(from, operation, given) ? [[operation, given] as [Operation, OperationAnswer]] : []
      })
      const about = Map.groupBy(fresh, ([, { attendee_id }]) => attendee_id)
      for (const one of fresh.filter(([{ kind }]) => kind === 'mark' || kind === 'comment')) {
        const { outcome, attendee_id = 0 } = one[1]
        const [then, now] = [stood.get(attendee_id), stands.get(attendee_id)]
        // Two entries may have been merged into one child.
        if (about.get(one[1].attendee_id)?.length === 1) {
          judge(from, one, stood, stands)
        }
        if (outcome === 'applied' && now?.version !== then?.version) {
          own.add(versionOf(from, attendee_id, now))
        }
      }
      return received
    })
    before = turn.catch((error: unknown) => void faults.push(error))
    return await turn
  }

  return {
    watch,
    read,
    answered: () => [...answered.values()],
    had: (child: number, state: RollState) => had.get(child)?.has(state) === true,
    /** Throws what was seen that must never happen. */
    speak() {
      for (const fault of faults) {
        throw fault
      }
    },
    /** Does something else while nothing is answered. */
    async between<Result>(work: () => Promise<Result>): Promise<Result> {
      const turn = before.then(work)
      before = turn.catch(() => undefined)
      return await turn
    },
  }
}
export type RollWitness = ReturnType<typeof createRollWitness>

function versionOf({ device }: { device: string }, child: number, mark: RollMark | undefined): string {
  return `${device} ${child} ${mark?.version ?? 0}`
}

function subOf(authorization: string): string {
  const [, claims = ''] = authorization.split('.')
  return String(JSON.parse(Buffer.from(claims, 'base64url').toString()).sub)
}
