import type { DoorOperation } from '@vestry/contract/calls/door-offline.ts'
import type { Operation } from '@vestry/contract/calls/roll-operations.ts'
import { openDeviceDatabase } from './device-database.ts'

export type KeptOf<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

/**
 * Something done for a child without a line: a guest, a comment, a planned absence, or what was done at the door. It is sent
 * as it is, under the number that it has on its device. `name`: the child's.
 */
export type NewWork = {
  device: string
  operation: Operation | DoorOperation
  name: string
  /** Of what was done at the door: that it was sent, and may have come although no answer did. */
  tried?: true
}
/** `key`: under which it is kept. */
export type KeptWork = NewWork & { key: string }

/** A guest as the version before this one kept it. */
type FormerGuest = Omit<KeptOf<'guest'>, 'kind' | 'number' | 'made_at'> & { made: number }

/** It outlives the visit: what nobody has sent yet stays until it is answered or discarded. */
export const unsentDatabase = openDeviceDatabase('vestry.unsent')

export async function keepWork(sub: string, work: NewWork): Promise<void> {
  const { device, operation } = work
  await unsentDatabase.put(sub, `${device}/${operation.number}`, work, operation.made_at)
}

/** What a person has written here and that was not sent yet, in the order in which it came. */
export async function listKeptWork(sub: string): Promise<KeptWork[]> {
  const kept = await unsentDatabase.list(sub)
  return kept
    .toSorted((one, other) => one.at - other.at)
    .map(({ name, value }) => ({ ...readWork(value as NewWork | FormerGuest), key: name }))
}

/**
 * Sends what was done at the door, or has it taken back: never both, in whatever tab. What was taken back meanwhile is not
 * kept any more.
 */
export async function whileNotSending<Result>(work: () => Promise<Result>): Promise<Result> {
  return await navigator.locks.request('vestry.door.sending', work)
}

export async function removeKeptWork(sub: string, keys: readonly string[]): Promise<void> {
  await unsentDatabase.remove(sub, keys)
}

function readWork(value: NewWork | FormerGuest): NewWork {
  if ('operation' in value) {
    return value
  }
  const { made, ...guest } = value
  return {
    device: guest.request_id,
    operation: { kind: 'guest', number: 1, made_at: made, ...guest },
    name: `${guest.first_name} ${guest.last_name}`,
  }
}
