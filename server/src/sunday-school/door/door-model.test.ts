import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren } from '../../testing/build-class.ts'
import { holdToday } from '../../testing/door-contract.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addFamily } from '../../testing/family-contract.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

// Whatever happens at the door in any order, requests sent again among it: a child has one stay at a time, a family one code
// a day that nobody else has, nobody who is barred is given a child without a decision, and the board is as the model.

const Step = fc.record({
  act: fc.constantFrom(
    ...(['arrive', 'arrive', 'arrive', 'give', 'give', 'move', 'undo arrival', 'undo giving'] as const),
    ...(['repeat', 'bar', 'lift', 'lose code', 'decide'] as const),
  ),
  child: fc.nat(3),
  into: fc.nat(1),
  right: fc.boolean(),
  turn: fc.nat(20),
})
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never

eachDatabase((on) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: on })
  })
  afterAll(() => server.destroy())

  /** Two classes at one time, two brothers and sisters, an only child, and one without a family. */
  async function openDoor() {
    const classes = [(await holdToday(server)).id, (await holdToday(server)).id]
    const children = await addChildren(server, 4)
    const first = await addFamily(server, { children: children.slice(0, 2) })
    const second = await addFamily(server, { children: children.slice(2, 3) })
    return {
      classes,
      children,
      adults: [first.adult, first.adult, second.adult, second.adult],
      families: [0, 0, 1, 2],
      /** The class that each child is in. */
      here: new Map<number, number>(),
      barred: new Set<number>(),
      codes: new Map<number, string>(),
      lost: new Set<string>(),
      sent: [] as { body: object; child: number }[],
      stays: new Map<number, number>(),
    }
  }
  type Church = Awaited<ReturnType<typeof openDoor>>

  const send = async (church: Church, body: object, child: number) => {
    const answer = await server.ask('POST /door/arrivals', { body })
    const [stay] = answer.stays
    if (stay) {
      const family = church.families[child] ?? 0
      const code = church.codes.get(family)
      if (stay.gone === null) {
        // A code stays until it is lost.
        expect(code ?? stay.code).toBe(stay.code)
        church.codes.set(family, stay.code)
      }
    }
    return answer
  }

  async function setBar(church: Church, child: number, on: boolean) {
    const attendee_id = church.children[child] ?? 0
    const { version } = await server.ask('GET /families/child', { query: { attendee_id } })
    const bars = on ? [{ adult_id: church.adults[child] ?? 0, reason: '' }] : []
    const body = { attendee_id, version, need_detail: '', bars }
    await server.tryCall('PUT /families/safeguarding', { body })
    if (!on && church.barred.has(child)) {
      // Whoever is not barred any more collects only if somebody says so.
      const now = await server.ask('GET /families/child', { query: { attendee_id } })
      const rules = [{ adult_id: church.adults[child] ?? 0, rule: 'usual' }]
      await server.ask('PUT /families/child', {
        body: {
          ...{ attendee_id, version: now.version, rules },
          ...{ photo_consent: now.photo_consent, needs_reviewed: now.needs_reviewed },
        },
      })
    }
    church.barred[on ? 'add' : 'delete'](child)
  }

  async function act(church: Church, { act: what, child, into, right, turn }: Step) {
    const { here, stays } = church
    const attendee_id = church.children[child] ?? 0
    const class_id = church.classes[into] ?? 0
    const stay_id = stays.get(child) ?? 0
    const hasFamily = child < 3
    switch (what) {
      case 'arrive': {
        const body = { request_id: crypto.randomUUID(), children: [{ attendee_id, class_id }], reason: '' }
        const { stays: made, refused } = await send(church, body, child)
        church.sent.push({ body, child })
        const [stay] = made
        const now = here.get(child)
        expect(refused.map(({ why }) => why)).toEqual(
          now === undefined || now === class_id ? [] : ['here_already'],
        )
        if (stay && now === undefined) {
          here.set(child, class_id)
          stays.set(child, stay.id)
        }
        return
      }
      case 'repeat': {
        const former = church.sent[turn % Math.max(1, church.sent.length)]
        if (former) {
          // What is sent again changes nothing, whoever came and went meanwhile.
          const before = JSON.stringify(await boardOf(church))
          const again = former.child
          const isUndone = here.get(again) === undefined && stays.get(again) === undefined
          if (!isUndone) {
            await send(church, former.body, again)
            expect(JSON.stringify(await boardOf(church))).toBe(before)
          }
        }
        return
      }
      case 'give':
      case 'decide': {
        const code = right ? church.codes.get(church.families[child] ?? 0) : 'CCCC'
        const reason = what === 'decide' ? 'It was decided.' : ''
        const body = { stay_ids: [stay_id || 4711], adult_id: church.adults[child], name: '', reason, code }
        const { given, refused } = await server.ask('POST /door/handovers', { body })
        const isBarred = church.barred.has(child)
        const isListed = hasFamily && !isBarred
        const isHere = here.has(child)
        const whole = code !== undefined && code !== 'CCCC'
        const byDecision = what === 'decide' && (isBarred || code === undefined)
        if (isHere && hasFamily && ((isListed && whole) || byDecision)) {
          expect(given.map(({ id }) => id)).toEqual([stay_id])
          here.delete(child)
        } else if (isHere) {
          expect(given).toEqual([])
          expect(refused).toHaveLength(1)
        }
        return
      }
      case 'undo giving': {
        const { status } = await server.tryCall('DELETE /door/handovers', {
          query: { stay_id: stay_id || 4711 },
        })
        if (status === 200 && !here.has(child)) {
          const { stays: now } = await server.ask('GET /door')
          here.set(child, now.find(({ id }) => id === stay_id)?.class_id ?? 0)
        }
        return
      }
      case 'undo arrival': {
        const { status } = await server.tryCall('DELETE /door/stays', { query: { stay_id: stay_id || 4711 } })
        expect(status === 200).toBe(here.has(child))
        if (status === 200) {
          here.delete(child)
          stays.delete(child)
          church.sent = church.sent.filter((sent) => sent.child !== child)
        }
        return
      }
      case 'move': {
        if (here.has(child)) {
          const { why } = await server.ask('PUT /door/stays', { body: { stay_id, class_id, reason: '' } })
          expect(why).toBeNull()
          here.set(child, class_id)
        }
        return
      }
      case 'lose code': {
        const family = church.families[child] ?? 0
        const code = church.codes.get(family)
        if (code !== undefined && stay_id !== 0) {
          const { stay } = await server.ask('POST /door/codes', { body: { stay_id, lost: code } })
          church.lost.add(code)
          church.codes.set(family, stay.code)
        }
        return
      }
      default:
        if (hasFamily) {
          await setBar(church, child, what === 'bar')
        }
    }
  }

  const boardOf = async (church: Church) => {
    const { stays } = await server.ask('GET /door')
    const own = stays.filter(({ attendee_id }) => church.children.includes(attendee_id))
    return own.map(({ id, attendee_id, class_id, code, gone }) => [id, attendee_id, class_id, code, gone?.to])
  }

  async function check(church: Church) {
    const { stays } = await server.ask('GET /door')
    const here = stays.filter(
      ({ gone, attendee_id }) => gone === null && church.children.includes(attendee_id),
    )
    const shown = here.map(({ attendee_id, class_id }) => [church.children.indexOf(attendee_id), class_id])
    expect(shown.toSorted()).toEqual([...church.here].toSorted())
    for (const { attendee_id, code } of here) {
      const family = church.families[church.children.indexOf(attendee_id)] ?? 0
      expect(code).toBe(church.codes.get(family))
      expect(church.lost).not.toContain(code)
    }
    const codes = new Set(church.codes.values())
    expect(codes.size).toBe(church.codes.size)
  }

  test('the door keeps its promises in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const church = await openDoor()
        for (const step of steps) {
          await act(church, step)
          await check(church)
        }
      }),
      { numRuns: 15, endOnFailure: true },
    )
  }, 120_000)
})
