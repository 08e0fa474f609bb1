import { GOOD_FOR } from '../api/calls-ahead.ts'
import { patience } from '../api/line.ts'
import type { Address } from '../api/page-reads.ts'
import { currentUserId } from '../auth/session.ts'
import { callRoll } from './attendance-calls.ts'
import type { FirstRoll } from './roll-call-store.ts'
import { rollReads } from './roll-reads.ts'

type Asked = FirstRoll & { classId: string; sub: string | undefined; at: number }
let first: Asked | undefined

/** Asks for the roll at an address, so that its page is drawn with the children at once. */
export async function readFirstRoll(address: Address): Promise<void> {
  const [read] = patience() > 0 ? rollReads(address) : []
  if (read !== undefined) {
    const answer = callRoll(read.call, { query: read.query })
    const classId = read.query.class_id
    const asked: Asked = { answer, known: undefined, classId, sub: currentUserId(), at: Date.now() }
    first = asked
    asked.known = await answer.catch(() => undefined)
  }
}

/** What was asked for, once, for the person who asked. */
export function takeFirstRoll(classId: number, sub: string): FirstRoll | undefined {
  const taken = first
  first = undefined
  const isGood = taken !== undefined && Date.now() - taken.at < GOOD_FOR
  return isGood && taken.classId === String(classId) && taken.sub === sub ? taken : undefined
}
