/**
 * Saves, or calls rolls, over HTTP on connections that stay open, in a process of its own. A message says what to do;
 * it answers with the times of all calls, in milliseconds.
 */
import { type Client, openClient } from './api-client.ts'
import type { HeldClass } from './scale-server.ts'

export type ScaleTask = {
  work: 'save' | 'roll call'
  /** The connections are distributed evenly over them. */
  origins: string[]
  token: string
  classes: HeldClass[]
  seconds: number
}
export type ScaleTimes = { milliseconds: number[]; took: number }

/** One call after the other until the time is over. */
async function keepAt(task: ScaleTask, client: Client, { class_id, children }: HeldClass): Promise<number[]> {
  const times: number[] = []
  const seen = new Map<number, number>()
  const [id = 0] = children
  const end = performance.now() + task.seconds * 1000
  for (let round = 0; performance.now() < end; round += 1) {
    const began = performance.now()
    if (task.work === 'save') {
      const notes = `Round ${round}`
      await client.call('PUT', '/attendees', {
        id,
        first_name: 'Noah',
        last_name: 'Ruiz',
        parent_contact: '',
        notes,
      })
    } else {
      const state = round % 2 === 0 ? 'present' : 'absent'
      const marks = children.map((attendee_id) => ({ attendee_id, state, seen: seen.get(attendee_id) ?? 0 }))
      await client
        .call<{ saved: { attendee_id: number; mark: { version: number } }[] }>(
          'PUT',
          '/attendance/roll-call',
          {
            class_id,
            marks,
          },
        )
        .then(({ body }) => {
          for (const { attendee_id, mark } of body.saved) {
            seen.set(attendee_id, mark.version)
          }
        })
    }
    times.push(performance.now() - began)
  }
  return times
}

async function run(task: ScaleTask): Promise<ScaleTimes> {
  const clients = task.classes.map((_held, place) =>
    openClient(task.origins[place % task.origins.length] ?? '', task.token),
  )
  const began = performance.now()
  const times = await Promise.all(
    task.classes.map((held, place) => keepAt(task, clients[place] as Client, held)),
  )
  const took = performance.now() - began
  for (const client of clients) {
    client.close()
  }
  return { milliseconds: times.flat(), took }
}

process.once('message', async (task: ScaleTask) => {
  process.send?.(await run(task), () => process.disconnect())
})
