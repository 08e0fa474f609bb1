import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import type { GUEST_FIELDS } from '@vestry/contract/sunday-school/attendee-record.ts'
import { openDeviceDatabase } from './device-database.ts'

/** A guest who was added without a line; `made`: when, in ms by this device's clock. */
export type KeptGuest = Pick<Attendee, keyof typeof GUEST_FIELDS> & {
  request_id: string
  class_id: number
  session_datetime: string
  made: number
}

/** It outlives the visit: what nobody has sent yet stays until it is answered or discarded. */
const database = openDeviceDatabase('vestry.unsent')

export async function keepGuest(sub: string, guest: KeptGuest): Promise<void> {
  await database.put(sub, guest.request_id, guest, guest.made)
}

/** The guests that a person has added here and that were not sent yet, in the order in which they came. */
export async function listKeptGuests(sub: string): Promise<KeptGuest[]> {
  const kept = await database.list(sub)
  return kept.toSorted((one, other) => one.at - other.at).map(({ value }) => value as KeptGuest)
}

export async function removeKeptGuests(sub: string, request_ids: readonly string[]): Promise<void> {
  await database.remove(sub, request_ids)
}
