import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import { GOOD_FOR } from '../api/calls-ahead.ts'
import { patience } from '../api/line.ts'
import type { Address } from '../api/page-reads.ts'
import { currentUserId } from '../auth/session.ts'
import { callRoll } from './attendance-calls.ts'
import { rollReads } from './roll-reads.ts'

type RollAnswer = CallAnswer<'GET /attendance/roll-call'>

/** A roll that was asked for before its page is drawn; `known`: the answer, if it has come by then. */
export type FirstRoll = { answer: Promise<RollAnswer>; known: RollAnswer | undefined }

let first: (FirstRoll & { classId: string; sub: string | undefined; asked: number }) | undefined

/** Asks for the roll at an address, so that its page is drawn with the children at once. */
export async function readFirstRoll(address: Address): Promise<void> {
  const [read] = patience() > 0 ? rollReads(address) : []
  if (read !== undefined) {
    const answer = callRoll(read.call, { query: read.query })
    const classId = read.query.class_id
    const asked = { answer, known: undefined, classId, sub: currentUserId(), asked: Date.now() }
    first = asked
    first.known = await answer.catch(() => undefined)
  }
}

/** What was asked for, once, for the person who asked. */
export function takeFirstRoll(classId: number, sub: string): FirstRoll | undefined {
  const taken = first
  first = undefined
  const isGood = taken !== undefined && Date.now() - taken.asked < GOOD_FOR
  return isGood && taken.classId === String(classId) && taken.sub === sub ? taken : undefined
}
