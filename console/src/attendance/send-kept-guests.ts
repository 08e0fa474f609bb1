import { listKeptGuests, removeKeptGuests } from '../api/offline/kept-guests.ts'
import { isTemporary } from './attendance-calls.ts'
import type { CallRoll } from './roll-call-store.ts'

/**
 * Sends the guests that a person has added on this device without a line. Each is a device of its own: however often it
 * is sent, by whichever tab, it is one child.
 */
export async function sendKeptGuests(sub: string, call: CallRoll): Promise<void> {
  for (const { made, ...guest } of await listKeptGuests(sub)) {
    const operation = { kind: 'guest' as const, number: 1, made_at: made, ...guest }
    try {
      await call('POST /attendance/operations', {
        body: { device: guest.request_id, operations: [operation] },
      })
      await removeKeptGuests(sub, [guest.request_id])
    } catch (error) {
      if (isTemporary(error)) {
        throw error
      }
      // What is refused as it is stays, and holds up none of the others.
      console.warn(error)
    }
  }
}
