import type { Roll, RollChild } from '@vestry/contract/calls/attendance.ts'
import { type KeptValue, openDeviceDatabase } from './device-database.ts'
import { KEPT_ROLLS } from './forget-kept-rolls.ts'
import { keepsContacts } from './keeps-contacts.ts'

/** A roll as it was when this device had it last; its revision is empty where it is not all that is to be kept. */
export type KeptRoll = { roll: Roll; revision: string; at: number }

const HOUR_OF_FORGETTING = 3
/** The name of what is kept of the door; a roll has the id of its class. */
const DOOR = 'door'

const database = openDeviceDatabase(KEPT_ROLLS)

/** Keeps a roll of this day of the church, for when there is no line. */
export async function keepRoll(sub: string, { roll, revision, at }: KeptRoll, today: string): Promise<void> {
  if (roll.session_datetime.slice(0, 10) === today) {
    const children = roll.children.map(keepsContacts(sub) ? withoutNotes : withoutContact)
    const value = { revision, roll: { ...roll, notes: '', children } }
    await database.put(sub, String(roll.class_id), value, at)
  }
}

/** Of a child is kept what a teacher needs in class: no notes, and no telephone number unless the teacher wants it. */
function withoutContact(child: RollChild): RollChild {
  return { ...withoutNotes(child), parent_contact: '' }
}

function withoutNotes(child: RollChild): RollChild {
  return { ...child, notes: '' }
}

/** Keeps the kept rolls of a person as they have chosen since; what isn't here yet comes with the next look. */
export async function keepRollsAnew(sub: string, now: number): Promise<void> {
  for (const { roll, at } of await listKeptRolls(sub, now)) {
    await keepRoll(sub, { roll, revision: '', at }, roll.session_datetime.slice(0, 10))
  }
}

/** The rolls of today that are kept for a person, in the order of their times. */
export async function listKeptRolls(sub: string, now: number): Promise<KeptRoll[]> {
  const kept = await listSinceNight(sub, now)
  return kept
    .filter(({ name }) => name !== DOOR)
    .map(({ value, at }) => ({ ...(value as Omit<KeptRoll, 'at'>), at }))
    .toSorted((one, other) => (one.roll.session_datetime < other.roll.session_datetime ? -1 : 1))
}

/** Keeps what a device needs at the door. */
export async function keepDoor(sub: string, door: unknown, at: number): Promise<void> {
  await database.put(sub, DOOR, door, at)
}

export async function readKeptDoor(sub: string, now: number): Promise<unknown> {
  return (await listSinceNight(sub, now)).find(({ name }) => name === DOOR)?.value
}

/** All that is kept for a person; what was kept before last night is removed. */
async function listSinceNight(sub: string, now: number): Promise<KeptValue[]> {
  const kept = await database.list(sub)
  const night = lastNight(now)
  const old = kept.filter(({ at }) => at < night)
  if (old.length > 0) {
    await database.remove(
      sub,
      old.map(({ name }) => name),
    )
  }
  return kept.filter(({ at }) => at >= night)
}

export async function readKeptRoll(sub: string, classId: number, now: number): Promise<KeptRoll | undefined> {
  const kept = await listKeptRolls(sub, now)
  return kept.find(({ roll }) => roll.class_id === classId)
}

export async function removeKeptRoll(sub: string, classId: number): Promise<void> {
  await database.remove(sub, [String(classId)])
}

/** The last time that it was three at night, by the device's clock. */
function lastNight(now: number): number {
  const night = new Date(now)
  night.setHours(HOUR_OF_FORGETTING, 0, 0, 0)
  if (night.getTime() > now) {
    night.setDate(night.getDate() - 1)
  }
  return night.getTime()
}
