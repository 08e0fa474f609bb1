import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import type { NewMark, RollMark } from '@vestry/contract/calls/attendance.ts'
import { ROLL_STATES } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../app.ts'
import { addChildren } from '../../testing/build-class.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { enrolAll, holdClass } from '../../testing/hold-classes.ts'
import { buildSecondApp } from '../../testing/second-app.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

// Many teachers save at once, each as the console does, with the roll they see. Afterwards every response is replayed
// in the order of the revisions: each must have been right, and the final roll must be what they add up to.

type Answer = CallAnswer<'PUT /attendance/roll-call'>
type Saved = { marks: NewMark[]; answer: Answer }

const NONE: RollMark = { state: 'not_recorded', comment: '', version: 0 }

eachDatabase((database) => {
  let server: TestServer
  let apps: App[]
  let token: string

  beforeAll(async () => {
    server = await startTestServer({ database })
    token = await server.signIn()
    apps = [server.app]
    if (database.name === 'PostgreSQL') {
      apps.push(await buildSecondApp(server))
    }
  })
  afterAll(async () => {
    await apps[1]?.close()
    await server.destroy()
  })

  async function send<Body>(app: App, method: 'GET' | 'PUT', url: string, payload?: object): Promise<Body> {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.http.inject({ method, url, headers, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }

  const look = (app: App, class_id: number, since = '') =>
    send<CallAnswer<'GET /attendance/roll-call'>>(
      app,
      'GET',
      `/api/attendance/roll-call?class_id=${class_id}&since=${since}`,
    )

  /** A teacher with an open roll, who marks and saves as fast as the responses come. */
  async function teach(app: App, class_id: number, children: number[], random: () => number) {
    const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One
    let known = ''
    let view = new Map<number, RollMark>()
    const saves: Saved[] = []

    async function refresh() {
      const { revision, roll } = await look(app, class_id, known)
      known = revision
      if (roll) {
        view = new Map(roll.children.map(({ attendee_id, mark }) => [attendee_id, mark]))
      }
    }

    await refresh()
    for (let round = 0; round < 12; round += 1) {
      const chosen = new Set(Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(children)))
      const marks = [...chosen].map((attendee_id) => ({
        attendee_id,
        state: pick(ROLL_STATES),
        seen: view.get(attendee_id)?.version ?? 0,
      }))
      const answer = await send<Answer>(app, 'PUT', '/api/attendance/roll-call', { class_id, marks })
      saves.push({ marks, answer })
      for (const { attendee_id, mark } of [...answer.saved, ...answer.refused]) {
        view.set(attendee_id, mark)
      }
      if (answer.before === known) {
        known = answer.revision
      } else if (random() < 0.7) {
        await refresh()
      }
    }
    return { saves, look: refresh, view: () => view }
  }

  /** Replays all saves of a class one after the other, and returns the state that they lead to. */
  function retell(first: string, saves: Saved[]) {
    const marks = new Map<number, RollMark>()
    const changing = saves.filter(({ answer }) => answer.before !== answer.revision)
    const byBefore = new Map(changing.map((save) => [save.answer.before, save]))
    expect(byBefore.size, 'no two saves were made upon one revision').toBe(changing.length)
    const idle = Map.groupBy(
      saves.filter(({ answer }) => answer.before === answer.revision),
      ({ answer }) => answer.before,
    )
    let told = 0
    let revision = first
    for (;;) {
      for (const save of idle.get(revision) ?? []) {
        expectRight(save, marks)
        told += 1
      }
      const next = byBefore.get(revision)
      if (!next) {
        break
      }
      expectRight(next, marks)
      for (const { attendee_id, mark } of next.answer.saved) {
        marks.set(attendee_id, mark)
      }
      revision = next.answer.revision
      told += 1
    }
    expect(told, 'every save has its place').toBe(saves.length)
    return { marks, revision }
  }

  function expectRight({ marks, answer }: Saved, standing: ReadonlyMap<number, RollMark>) {
    const saved = new Map(answer.saved.map(({ attendee_id, mark }) => [attendee_id, mark]))
    const refused = new Map(answer.refused.map((refusal) => [refusal.attendee_id, refusal]))
    expect(saved.size + refused.size).toBe(marks.length)
    for (const { attendee_id, state, seen } of marks) {
      const before = standing.get(attendee_id) ?? NONE
      const refusal = refused.get(attendee_id)
      if (before.state === state) {
        expect(saved.get(attendee_id)).toEqual(before)
      } else if (refusal?.reason === 'in_another_class') {
        expect([before.state, refusal.mark]).toEqual(['not_recorded', before])
      } else if (before.version !== seen) {
        expect(refusal).toEqual({ attendee_id, reason: 'changed_meanwhile', mark: before })
      } else {
        expect(saved.get(attendee_id)).toEqual({ state, comment: '', version: expect.any(Number) })
        expect(saved.get(attendee_id)?.version).toBeGreaterThan(before.version)
      }
    }
  }

  async function expectRoll(class_id: number, marks: ReadonlyMap<number, RollMark>, revision: string) {
    const now = await look(server.app, class_id)
    expect(now.revision).toBe(revision)
    const there = now.roll?.children.map(({ attendee_id, mark }) => [attendee_id, mark] as const) ?? []
    expect(there.filter(([id]) => !marks.has(id)).every(([, mark]) => mark.version === 0)).toBe(true)
    for (const [attendee_id, mark] of marks) {
      expect(new Map(there).get(attendee_id) ?? NONE).toEqual(mark)
    }
  }

  test.each([1, 2, 3])('teachers of one class lose and double nothing (seed %i)', async (seed) => {
    const { id: class_id, series_id } = await holdClass(server)
    const children = await addChildren(server, 14)
    await enrolAll(server, series_id, children.slice(0, 10))
    const { revision: first } = await look(server.app, class_id)
    const teachers = await Promise.all(
      [1, 2, 3].map((one) =>
        teach(apps[one % apps.length] as App, class_id, children, seeded(seed * 10 + one)),
      ),
    )
    const saves = teachers.flatMap((teacher) => teacher.saves)
    const { marks, revision } = retell(first, saves)
    await expectRoll(class_id, marks, revision)
    // A reader who fetches only by revisions, nothing twice, ends up with the actual roll.
    for (const teacher of teachers) {
      await teacher.look()
      for (const [attendee_id, mark] of marks) {
        expect(teacher.view().get(attendee_id) ?? NONE).toEqual(mark)
      }
    }
  })

  test('sixteen teachers save sixteen classes of one time at once, with children between them', async () => {
    const shared = await addChildren(server, 6)
    const classes: { class_id: number; own: number[]; first: string }[] = []
    for (let index = 0; index < 16; index += 1) {
      const { id: class_id, series_id } = await holdClass(server)
      const own = await addChildren(server, 4)
      await enrolAll(server, series_id, own)
      classes.push({ class_id, own, first: '' })
    }
    for (const one of classes) {
      one.first = (await look(server.app, one.class_id)).revision
    }
    const taught = await Promise.all(
      classes.map(({ class_id, own }, index) =>
        teach(apps[index % apps.length] as App, class_id, [...own, ...shared], seeded(100 + index)),
      ),
    )
    const held = new Set<number>()
    for (const [index, { class_id, first }] of classes.entries()) {
      const { marks, revision } = retell(first, taught[index]?.saves ?? [])
      await expectRoll(class_id, marks, revision)
      for (const record of await server.ask('GET /attendance', { query: { class_id } })) {
        expect(held.has(record.attendee_id), 'nobody is in two classes').toBe(false)
        held.add(record.attendee_id)
      }
    }
  })
})

/** Mulberry32: gives the same marks in every run. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
