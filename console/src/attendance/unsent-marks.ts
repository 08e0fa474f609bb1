import { listKeptRolls } from '../api/offline/kept-rolls.ts'
import { t } from '../messages/messages.ts'
import { placesOf, readPlace } from './pending-marks.ts'
import { nameOf } from './roll-marks.ts'

export function countUnsent(storage: Storage, sub: string): number {
  const counts = placesOf(storage, sub).map(({ name }) => marksIn(storage, name).size)
  return counts.reduce((sum, one) => sum + one, 0)
}

/** What of a person's marks is still on this device, in words; a child whose roll is not kept has no name here. */
export async function describeUnsent(storage: Storage, sub: string): Promise<string[]> {
  const kept = await listKeptRolls(sub, Date.now()).catch(() => [])
  const children = new Map(
    kept.flatMap(({ roll }) => roll.children).map((child) => [child.attendee_id, child]),
  )
  return placesOf(storage, sub).flatMap(({ name }) =>
    [...marksIn(storage, name)].map(([id, { state }]) => {
      const child = children.get(id)
      const who = child ? nameOf(child) : t('attendance.unsent.unknown')
      return `${who}: ${t(`attendance.state.${state}`)}`
    }),
  )
}

export function discardUnsent(storage: Storage, sub: string): void {
  for (const { name } of placesOf(storage, sub)) {
    storage.removeItem(name)
  }
}

function marksIn(storage: Storage, place: string) {
  const { sent, waiting } = readPlace(storage, place)
  return new Map([...sent, ...waiting])
}
