import { addChildren } from './build-class.ts'
import { enrolAll, holdClass } from './hold-classes.ts'
import { sunday } from './merge-children.ts'
import type { TestServer } from './start-test-server.ts'

/** Classes whose rolls are called in tests by several people. */
export function holdRolls(server: () => TestServer) {
  /** A class of its own time, with children on its roster. */
  async function hold(children = 1, teachers: string[] = []) {
    const session_datetime = sunday()
    const { id, series_id } = await holdClass(server(), { session_datetime, teachers })
    const ids = await addChildren(server(), children)
    await enrolAll(server(), series_id, ids)
    return { id, series_id, session_datetime, child: ids[0] ?? 0, children: ids }
  }
  const readRoll = async (class_id: number) =>
    await server().ask('GET /attendance/roll-call', { query: { class_id } })
  const markOf = async (class_id: number, child: number) =>
    (await readRoll(class_id)).roll?.children.find(({ attendee_id }) => attendee_id === child)?.mark
  const markByOther = async (class_id: number, child: number, state: 'present' | 'absent') => {
    const seen = (await markOf(class_id, child))?.version ?? 0
    const marks = [{ attendee_id: child, state, seen }]
    return await server().ask('PUT /attendance/roll-call', { body: { class_id, marks } })
  }

  return { hold, readRoll, markOf, markByOther }
}
