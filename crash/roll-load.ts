import { ROLL_STATES, type RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { Ledger } from './ledger.ts'
import type { Church, Load } from './load.ts'

/** The states of the children of a class, in the order of their ids. */
type Roll = RollState[]

const CHILDREN = 8

/** A teacher who calls the roll of one class again and again, with many marks in one call. */
export async function rollLoad({ calls, pick, tag }: Church): Promise<Load> {
  const ledger = new Ledger<Roll>('roll')
  const { id: class_id, series_id } = await calls.api('POST /classes', {
    body: { title: `${tag} roll`, session_datetime: '2026-05-03T10:30:00' },
  })
  const children: number[] = []
  for (let child = 1; child <= CHILDREN; child += 1) {
    const body = { first_name: `Child ${child}`, last_name: `${tag}, of the roll` }
    children.push((await calls.api('POST /attendees', { body })).id)
  }
  await calls.api('POST /classes/roster', { body: { series_id, attendee_ids: children } })
  const versions = new Map<number, number>()
  const key = String(class_id)
  await ledger.write(
    key,
    children.map(() => 'not_recorded' as const),
    async () => undefined,
  )

  return {
    async act() {
      const before = ledger.get(key) ?? []
      const wanted = before.map((state) => ROLL_STATES[pick(2 * ROLL_STATES.length)] ?? state)
      const marks = children.map((attendee_id, place) => ({
        attendee_id,
        state: wanted[place] ?? 'not_recorded',
        seen: versions.get(attendee_id) ?? 0,
      }))
      const send = async () => {
        const answer = await calls.api('PUT /attendance/roll-call', { body: { class_id, marks } })
        if (answer.refused.length > 0) {
          throw new Error(`The roll of ${class_id} refused ${JSON.stringify(answer.refused)}`)
        }
        for (const { attendee_id, mark } of answer.saved) {
          versions.set(attendee_id, mark.version)
        }
      }
      await ledger.write(key, wanted, send, { again: true })
    },

    async check() {
      const { roll } = await calls.api('GET /attendance/roll-call', { query: { class_id: key } })
      const found = new Map(roll?.children.map(({ attendee_id, mark }) => [attendee_id, mark]))
      for (const [attendee_id, mark] of found) {
        versions.set(attendee_id, mark.version)
      }
      const states = children.map((attendee_id) => found.get(attendee_id)?.state ?? 'not_recorded')
      return ledger.settle([[key, states]])
    },

    repeat: () => ledger.repeat(),
  }
}
