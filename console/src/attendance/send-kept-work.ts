import { listKeptWork, removeKeptWork } from '../api/offline/kept-work.ts'
import { isTemporary } from './attendance-calls.ts'
import type { CallRoll } from './roll-call-store.ts'

/**
 * Sends what a person has written on this device without a line. However often something is sent, by whichever tab, its
 * number is answered once.
 */
export async function sendKeptWork(sub: string, call: CallRoll): Promise<void> {
  for (const { key, device, operation } of await listKeptWork(sub)) {
    try {
      if (operation.kind === 'arrival' || operation.kind === 'giving_back') {
        await call('POST /door/operations', { body: { device, operations: [operation] } })
      } else {
        await call('POST /attendance/operations', { body: { device, operations: [operation] } })
      }
      await removeKeptWork(sub, [key])
    } catch (error) {
      if (isTemporary(error)) {
        throw error
      }
      // What is refused as it is stays, and holds up none of the others.
      console.warn(error)
    }
  }
}
