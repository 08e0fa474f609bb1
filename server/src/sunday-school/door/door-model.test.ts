import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChildren } from '../../testing/build-class.ts'
import { holdToday } from '../../testing/door-contract.ts'
import { addPrinter, printing } from '../../testing/door-printer-contract.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { addFamily } from '../../testing/family-contract.ts'
import { brotherStatus, startLabelPrinter } from '../../testing/label-printer.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

// Whatever happens at the door in any order, each request up to three times at once, again later, or only after others: a
// child has one stay at a time, a family one code a day that nobody else has and that only a lost tag changes, nobody who
// is barred is given a child without a decision, and the board and the rolls are as the model.

const ACTS = [
  ...(['arrive', 'arrive', 'arrive', 'give', 'give', 'move', 'again', 'again', 'again'] as const),
  ...(['undo arrival', 'undo giving', 'lose code', 'reprint', 'bar', 'lift'] as const),
]
const Step = fc.record({
  act: fc.constantFrom(...ACTS),
  child: fc.nat(3),
  into: fc.nat(1),
  shows: fc.constantFrom('code', 'code', 'wrong code', 'nothing'),
  decides: fc.boolean(),
  /** How often at once. */
  times: fc.integer({ min: 1, max: 3 }),
  /** It is on its way, and comes only when something is sent again. */
  isLate: fc.nat(4).map((chance) => chance === 0),
  turn: fc.nat(20),
})
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never

/** Where a child is marked present, and which of the marks that the door made it is. */
type Record = { in_class: number; mark: number }
type Stay = { id: number; in_class: number; isGone: boolean; mark: number }
type Child = { id: number; family: number; adult: number; stays: Stay[]; record: Record | undefined }

type Sent = { child: Child } & (
  | { call: 'POST /door/arrivals'; body: { request_id: string; class_id: number } }
  | { call: 'POST /door/handovers'; body: { stay_id: number; code: string | undefined; reason: string } }
  | { call: 'PUT /door/stays'; body: { stay_id: number; class_id: number } }
  | { call: 'POST /door/codes'; body: { stay_id: number; lost: string } }
)

eachDatabase((on) => {
  let server: TestServer
  let printer: Awaited<ReturnType<typeof startLabelPrinter>>
  let printer_id: number

  beforeAll(async () => {
    printer = await startLabelPrinter({ status: brotherStatus() })
    server = await startTestServer({ database: on, settings: { VESTRY_PRINTER_PORTS: `${printer.port}` } })
    await server.ask('PUT /settings', { body: { families: true, door: true } })
    printer_id = (await addPrinter(server, { host: 'localhost', port: printer.port })).id
  })
  afterAll(async () => {
    await printer.close()
    await server.destroy()
  })

  /** Two classes at one time, two brothers and sisters, an only child, and one without a family. */
  async function openDoor() {
    const classes = [(await holdToday(server)).id, (await holdToday(server)).id]
    const ids = await addChildren(server, 4)
    const first = await addFamily(server, { children: ids.slice(0, 2) })
    const second = await addFamily(server, { children: ids.slice(2, 3) })
    const adults = [first.adult, first.adult, second.adult, second.adult]
    return {
      classes,
      children: ids.map((id, place): Child => {
        const family = [0, 0, 1, 2][place] ?? 0
        return { id, family, adult: adults[place] ?? 0, stays: [], record: undefined }
      }),
      barred: new Set<Child>(),
      /** Whom somebody who is barred tried to get. */
      tried: new Set<number>(),
      codes: new Map<number, string>(),
      lost: new Set<string>(),
      sent: [] as Sent[],
      /** The stays that requests have made. */
      made: new Map<string, Stay>(),
      marks: 0,
    }
  }
  type Church = Awaited<ReturnType<typeof openDoor>>

  const hereOf = ({ stays }: Child) => stays.find(({ isGone }) => !isGone)
  const stayOf = ({ stays }: Child, id: number) => stays.find((stay) => stay.id === id)

  /** Sends the same so often at once, and expects that all are told the same. */
  async function tell(call: string, given: object, times: number) {
    const answers = await Promise.all(Array.from({ length: times }, () => server.tryCall(call, given)))
    const [{ status, body }] = answers as unknown as [{ status: number; body: { [name: string]: never } }]
    for (const other of answers) {
      expect([other.status, withoutTimes(other.body)]).toEqual([status, withoutTimes(body)])
    }
    return { status, body }
  }
  /** The first of those that were at once took something back, and the others find that it was. */
  async function takeBack(path: string, stay_id: number, times: number) {
    const query = { stay_id: stay_id || 4711 }
    const call = () => server.tryCall(`DELETE /door/${path}`, { query })
    const answers = await Promise.all(Array.from({ length: times }, call))
    return answers.map(({ status }) => status).toSorted((one, other) => one - other)
  }

  const presentIn = (church: Church, child: Child, in_class: number) => {
    if (child.record !== undefined) {
      return 0
    }
    church.marks += 1
    child.record = { in_class, mark: church.marks }
    return church.marks
  }

  async function arrive(
    church: Church,
    child: Child,
    { request_id, class_id }: { request_id: string; class_id: number },
    times: number,
  ) {
    const here = hereOf(child)
    const known = church.made.get(request_id)
    const before =
      (known && child.stays.includes(known) ? known : undefined) ??
      (here?.in_class === class_id ? here : undefined)
    const isElsewhere = child.record !== undefined && child.record.in_class !== class_id
    const why = before ? undefined : here ? 'here_already' : isElsewhere ? 'in_another_class' : undefined
    const children = [{ attendee_id: child.id, class_id }]
    const { body } = await tell('POST /door/arrivals', { body: { request_id, children, reason: '' } }, times)
    const { stays, refused } = body as unknown as {
      stays: { id: number; code: string }[]
      refused: { why: string }[]
    }
    expect(refused.map((one) => one.why)).toEqual(why ? [why] : [])
    expect(stays).toHaveLength(why ? 0 : 1)
    for (const { id, code } of stays) {
      expect(id).toBe(before?.id ?? id)
      // A code stays until it is lost.
      expect(code).toBe(church.codes.get(child.family) ?? code)
      church.codes.set(child.family, code)
      if (before === undefined) {
        const stay = { id, in_class: class_id, isGone: false, mark: presentIn(church, child, class_id) }
        child.stays.push(stay)
        church.made.set(request_id, stay)
      }
    }
  }

  async function give(
    church: Church,
    child: Child,
    { stay_id, code, reason }: { stay_id: number; code: string | undefined; reason: string },
    times: number,
  ) {
    const giving = { stay_ids: [stay_id], adult_id: child.adult, name: '', reason, ...(code && { code }) }
    const { body } = await tell('POST /door/handovers', { body: giving }, times)
    const { given, refused } = body as unknown as { given: { id: number }[]; refused: { why: string }[] }
    const stay = stayOf(child, stay_id)
    const why = whyNotGiven(church, child, stay, { code, reason })
    expect(refused.map((one) => one.why)).toEqual(why ? [why] : [])
    expect(given.map(({ id }) => id)).toEqual(why ? [] : [stay_id])
    if (why === 'barred') {
      church.tried.add(child.id)
    } else if (why === undefined && stay) {
      stay.isGone = true
    }
  }
  function whyNotGiven(
    church: Church,
    child: Child,
    stay: Stay | undefined,
    shown: { code: string | undefined; reason: string },
  ) {
    if (stay === undefined || child.family === 2) {
      return 'not_found'
    }
    if (stay.isGone) {
      return undefined
    }
    if (church.barred.has(child)) {
      return shown.reason ? undefined : 'barred'
    }
    if (shown.code !== undefined) {
      return shown.code === church.codes.get(child.family) ? undefined : 'wrong_code'
    }
    return shown.reason ? undefined : 'second_needed'
  }

  async function move(
    church: Church,
    child: Child,
    { stay_id, class_id }: { stay_id: number; class_id: number },
    times: number,
  ) {
    const { status, body } = await tell('PUT /door/stays', { body: { stay_id, class_id, reason: '' } }, times)
    const stay = stayOf(child, stay_id)
    expect(status).toBe(stay === undefined ? 404 : stay.isGone ? 409 : 200)
    if (status === 200 && stay && stay.in_class !== class_id) {
      expect(body.why).toBeNull()
      if (child.record?.in_class === stay.in_class) {
        child.record = undefined
      }
      stay.in_class = class_id
      stay.mark = presentIn(church, child, class_id)
    }
  }

  async function loseCode(
    church: Church,
    child: Child,
    body: { stay_id: number; lost: string },
    times: number,
  ) {
    const { status, body: answer } = await tell('POST /door/codes', { body }, times)
    expect(status).toBe(stayOf(child, body.stay_id) ? 200 : 404)
    if (status === 200) {
      const { code } = answer.stay as unknown as { code: string }
      const now = church.codes.get(child.family)
      expect(code === now).toBe(body.lost !== now)
      if (body.lost === now) {
        church.lost.add(body.lost)
      }
      church.codes.set(child.family, code)
    }
  }

  const deliver = (church: Church, sent: Sent, times: number) => {
    const { call, child } = sent
    switch (call) {
      case 'POST /door/arrivals':
        return arrive(church, child, sent.body, times)
      case 'POST /door/handovers':
        return give(church, child, sent.body, times)
      case 'PUT /door/stays':
        return move(church, child, sent.body, times)
      default:
        return loseCode(church, child, sent.body, times)
    }
  }

  /** The request that somebody makes who sees the door as it is. */
  function requestOf(church: Church, { act, into, shows, decides }: Step, child: Child): Sent | undefined {
    const class_id = church.classes[into] ?? 0
    const stay_id = child.stays.at(-1)?.id ?? 4711
    const code = church.codes.get(child.family)
    switch (act) {
      case 'arrive':
        return { child, call: 'POST /door/arrivals', body: { request_id: crypto.randomUUID(), class_id } }
      case 'give': {
        const shown = shows === 'code' ? code : shows === 'nothing' ? undefined : 'CCCC'
        const reason = decides ? 'It was decided.' : ''
        return { child, call: 'POST /door/handovers', body: { stay_id, code: shown, reason } }
      }
      case 'move':
        return { child, call: 'PUT /door/stays', body: { stay_id, class_id } }
      case 'lose code':
        return { child, call: 'POST /door/codes', body: { stay_id, lost: code ?? 'CCCC' } }
      default:
        return undefined
    }
  }

  async function act(church: Church, step: Step) {
    const { act: what, turn, times } = step
    const child = church.children[step.child] as Child
    const request = requestOf(church, step, child)
    if (request !== undefined) {
      church.sent.push(request)
      return step.isLate ? undefined : await deliver(church, request, times)
    }
    const last = child.stays.at(-1)
    switch (what) {
      case 'again': {
        const former = church.sent[turn % Math.max(1, church.sent.length)]
        return former && (await deliver(church, former, times))
      }
      case 'undo arrival': {
        const first = last === undefined ? 404 : last.isGone ? 409 : 200
        expect(await takeBack('stays', last?.id ?? 0, times)).toEqual(
          Array.from({ length: times }, (_, at) => (at === 0 || first === 409 ? first : 404)),
        )
        if (first === 200) {
          child.stays.pop()
          child.record = child.record?.mark === last?.mark ? undefined : child.record
        }
        return
      }
      case 'undo giving': {
        const stay = child.stays[turn % Math.max(1, child.stays.length)]
        const status = stay === undefined ? 404 : stay === last ? 200 : 409
        expect(await takeBack('handovers', stay?.id ?? 0, times)).toEqual(Array(times).fill(status))
        if (status === 200 && stay) {
          stay.isGone = false
        }
        return
      }
      case 'reprint': {
        const code = [...church.lost, church.codes.get(child.family)].at(-1 - (turn % 2))
        if (last && code !== undefined) {
          const body = printing(printer_id, { stays: [{ stay_id: last.id, code }] })
          const { status } = await server.tryCall('POST /door/print', { body })
          expect(status).toBe(code === church.codes.get(child.family) ? 200 : 409)
        }
        return
      }
      default:
        return child.family < 2 ? await setBar(church, child, what === 'bar') : undefined
    }
  }

  async function setBar(church: Church, child: Child, on: boolean) {
    const attendee_id = child.id
    const { version } = await server.ask('GET /families/child', { query: { attendee_id } })
    const bars = on ? [{ adult_id: child.adult, reason: '' }] : []
    const body = { attendee_id, version, need_detail: '', bars }
    await server.tryCall('PUT /families/safeguarding', { body })
    if (!on && church.barred.has(child)) {
      // Whoever is not barred any more collects only if somebody says so.
      const now = await server.ask('GET /families/child', { query: { attendee_id } })
      const { photo_consent, needs_reviewed } = now
      const rules = [{ adult_id: child.adult, rule: 'usual' }]
      await server.ask('PUT /families/child', {
        body: { attendee_id, version: now.version, rules, photo_consent, needs_reviewed },
      })
    }
    church.barred[on ? 'add' : 'delete'](child)
  }

  async function check(church: Church) {
    const { stays, alerts } = await server.ask('GET /door')
    const own = stays.filter(({ attendee_id }) => church.children.some(({ id }) => id === attendee_id))
    expect(own.map(({ id, class_id, gone }) => [id, class_id, gone !== null]).toSorted()).toEqual(
      church.children
        .flatMap((child) => child.stays.map(({ id, in_class, isGone }) => [id, in_class, isGone]))
        .toSorted(),
    )
    for (const { attendee_id, code } of own) {
      const { family } = church.children.find(({ id }) => id === attendee_id) as Child
      expect(code).toBe(church.codes.get(family))
      expect(church.lost).not.toContain(code)
    }
    expect(new Set(church.codes.values()).size).toBe(church.codes.size)
    const told = alerts.flatMap((alert) => (alert.kind === 'barred' ? alert.attendee_id : []))
    expect(church.children.flatMap(({ id }) => told.filter((one) => one === id)).toSorted()).toEqual(
      [...church.tried].toSorted(),
    )
    for (const class_id of church.classes) {
      const { roll } = await server.ask('GET /attendance/roll-call', { query: { class_id } })
      const shown = roll?.children.map(({ attendee_id, mark, stay }) => [
        ...[attendee_id, mark.state],
        stay && (stay.elsewhere === undefined ? stay.gone !== null : 'elsewhere'),
      ])
      expect(shown).toEqual(
        church.children.flatMap((child) => {
          const here = hereOf(child)
          const isMarked = child.record?.in_class === class_id
          const was = child.stays.some((stay) => stay.in_class === class_id)
          const where = here ? (here.in_class === class_id ? false : 'elsewhere') : was ? true : null
          return isMarked || here?.in_class === class_id
            ? [[child.id, isMarked ? 'present' : 'not_recorded', where]]
            : []
        }),
      )
    }
  }

  test('the door keeps its promises in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const church = await openDoor()
        for (const step of steps) {
          await act(church, step)
          await check(church)
        }
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})

/** The clock of the tests stands still, so only the reference of a refusal differs. */
function withoutTimes(body: object): object {
  return { ...body, reference: undefined }
}
