import {
  type KeptWork,
  keepWork,
  listKeptWork,
  removeKeptWork,
  whileNotSending,
} from '../api/offline/kept-work.ts'
import { isTemporary } from './attendance-calls.ts'
import type { CallRoll } from './roll-call-store.ts'

/**
 * Sends what a person has done on this device without a line. However often something is sent, by whichever tab, its
 * number is answered once.
 */
export async function sendKeptWork(sub: string, call: CallRoll): Promise<void> {
  for (const work of await listKeptWork(sub)) {
    try {
      await send(sub, work, call)
    } catch (error) {
      if (isTemporary(error)) {
        throw error
      }
      // What is refused as it is stays, and holds up none of the others.
      console.warn(error)
    }
  }
}

async function send(sub: string, { key, device, operation }: KeptWork, call: CallRoll): Promise<void> {
  if (operation.kind === 'arrival' || operation.kind === 'giving_back') {
    await whileNotSending(async () => {
      // As it is now: a child of it may have been taken back.
      const now = (await listKeptWork(sub)).find((one) => one.key === key)
      if (now?.operation.kind === 'arrival' || now?.operation.kind === 'giving_back') {
        const { key: _, ...work } = now
        await keepWork(sub, { ...work, tried: true })
        await call('POST /door/operations', { body: { device, operations: [now.operation] } })
        await removeKeptWork(sub, [key])
      }
    })
    return
  }
  await call('POST /attendance/operations', { body: { device, operations: [operation] } })
  await removeKeptWork(sub, [key])
}
