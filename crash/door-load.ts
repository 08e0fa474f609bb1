import { randomUUID } from 'node:crypto'
import type { Stay } from '@vestry/contract/calls/door.ts'
import { Ledger } from './ledger.ts'
import { type Church, type Load, pickFrom } from './load.ts'

/** To whom each child of a family was given, in the order of their stays; empty while it is here. */
type Visits = string[]

const CHILDREN = 2

/** A desk that takes families in and gives their children back: nothing twice, and to each family its code. */
export async function doorLoad({ calls, pick, tag }: Church): Promise<Load> {
  const ledger = new Ledger<Visits>('door')
  /** The codes that were told; families have them all day. */
  const codes = new Map<string, string>()
  const lost: string[] = []
  const { now } = await calls.api('GET /door')
  const planned = { title: `${tag} at the door`, session_datetime: `${now.slice(0, 10)}T10:30:00` }
  const { id: class_id } = await calls.api('POST /classes', { body: planned })
  const adultOf = (family: string) => `Ana ${family}`
  let count = 0

  const keep = (family: string, stays: readonly Stay[], expected: number) => {
    const told = new Set([...stays.map(({ code }) => code), codes.get(family) ?? stays[0]?.code])
    if (stays.length !== expected || told.size !== 1) {
      lost.push(`door ${family} was told ${stays.length} stays with ${[...told]}`)
    }
    codes.set(family, stays[0]?.code ?? '')
  }

  async function takeNewFamily() {
    count += 1
    const family = `${tag}-${count}`
    const body = {
      request_id: randomUUID(),
      adult: { first_name: 'Ana', last_name: family, phone: `0161 496 ${1000 + count}` },
      children: Array.from({ length: CHILDREN }, (_, place) => ({
        ...{ request_id: randomUUID(), first_name: `Child ${place}`, last_name: family },
        ...{ birthdate: null, allergies: '', class_id },
      })),
      reason: '',
    }
    const send = async () => keep(family, (await calls.api('POST /door/newcomers', { body })).stays, CHILDREN)
    await ledger.write(family, Array(CHILDREN).fill(''), send, { again: true })
  }

  async function takeAgain(family: string, visits: Visits, stays: readonly Stay[]) {
    const children = [...new Set(stays.map(({ attendee_id }) => attendee_id))]
    const body = {
      request_id: randomUUID(),
      children: children.map((attendee_id) => ({ attendee_id, class_id })),
      reason: '',
    }
    const send = async () => keep(family, (await calls.api('POST /door/arrivals', { body })).stays, CHILDREN)
    await ledger.write(family, [...visits, ...children.map(() => '')], send, { again: true })
  }

  async function giveBack(family: string, visits: Visits, code: string) {
    const { stays, adults } = await calls.api('GET /door/collect', { query: { code } })
    const here = stays.filter(({ gone }) => gone === null)
    const body = {
      stay_ids: here.map(({ id }) => id),
      adult_id: adults[0]?.id,
      ...{ name: '', code, reason: '' },
    }
    const send = async () => {
      const { refused } = await calls.api('POST /door/handovers', { body })
      lost.push(...refused.map(({ why }) => `door ${family} was not given back: ${why}`))
    }
    const given = visits.map((to) => to || adultOf(family))
    await ledger.write(family, given, send, { again: true })
  }

  return {
    async act() {
      const family = pickFrom(pick, ledger.keys())
      const code = codes.get(family ?? '')
      if (family === undefined || code === undefined || pick(3) === 0) {
        await takeNewFamily()
        return
      }
      const visits = ledger.get(family) ?? []
      if (visits.includes('')) {
        await giveBack(family, visits, code)
      } else {
        const { stays } = await calls.api('GET /door/collect', { query: { code } })
        await takeAgain(family, visits, stays)
      }
    },

    async check({ sql }) {
      const rows = await sql
        .selectFrom('stay')
        .innerJoin('attendee', 'attendee.id', 'attendee_id')
        .innerJoin('door_code', 'door_code.code_of', 'stay.code_of')
        .select(['last_name', 'gone_to', 'code'])
        .where('last_name', 'like', `${tag}-%`)
        .orderBy('stay.id')
        .execute()
      const found = Map.groupBy(rows, ({ last_name }) => last_name)
      const breaches = [...found].flatMap(([family, visits]) =>
        visits
          .filter(({ code }) => code !== (codes.get(family) ?? code))
          .map(({ code }) => `door ${family} has the code ${code} and was told ${codes.get(family)}`),
      )
      return [
        ...lost.splice(0),
        ...breaches,
        ...ledger.settle(
          [...found].map(([family, visits]) => [family, visits.map(({ gone_to }) => gone_to)]),
        ),
      ]
    },

    repeat: () => ledger.repeat(),
  }
}
