import { listKeptGuests, removeKeptGuests } from '../api/offline/kept-guests.ts'
import { listKeptRolls } from '../api/offline/kept-rolls.ts'
import { t } from '../messages/messages.ts'
import { placesOf, readPlace } from './pending-marks.ts'
import type { CallRoll } from './roll-call-store.ts'
import { nameOf, unsavedCount } from './roll-marks.ts'
import { sendKeptGuests } from './send-kept-guests.ts'
import { type Browser, sendLeftMarks } from './send-left-marks.ts'

/** How many marks and guests of a person this device has not sent. */
export async function countUnsent(storage: Storage, sub: string): Promise<number> {
  const marks = placesOf(storage, sub).map(({ name }) => unsavedCount(readPlace(storage, name)))
  return marks.reduce((sum, one) => sum + one, (await guestsOf(sub)).length)
}

/** What that is, in words; a child whose roll is not kept any more has no name here. */
export async function describeUnsent(storage: Storage, sub: string): Promise<string[]> {
  const kept = await listKeptRolls(sub, Date.now()).catch(() => [])
  const children = new Map(
    kept.flatMap(({ roll }) => roll.children).map((child) => [child.attendee_id, child]),
  )
  const marks = placesOf(storage, sub).flatMap(({ name }) => {
    const { sent, waiting } = readPlace(storage, name)
    return [...new Map([...sent, ...waiting])].map(([id, { state }]) => {
      const child = children.get(id)
      const who = child ? nameOf(child) : t('attendance.unsent.unknown')
      return `${who}: ${t(`attendance.state.${state}`)}`
    })
  })
  const guests = (await guestsOf(sub)).map((guest) => `${nameOf(guest)}: ${t('attendance.guest.short')}`)
  return [...marks, ...guests]
}

/** Sends all of it that no open screen has; whatever fails stays, and holds up nothing else. */
export async function sendUnsent(browser: Browser, sub: string, call: CallRoll): Promise<void> {
  await Promise.allSettled([sendLeftMarks(browser, sub, call), sendKeptGuests(sub, call)])
}

export async function discardUnsent(storage: Storage, sub: string): Promise<void> {
  for (const { name } of placesOf(storage, sub)) {
    storage.removeItem(name)
  }
  const guests = await guestsOf(sub)
  if (guests.length > 0) {
    await removeKeptGuests(
      sub,
      guests.map(({ request_id }) => request_id),
    )
  }
}

/** A browser that refuses to keep anything has no guests. */
function guestsOf(sub: string) {
  return listKeptGuests(sub).catch(() => [])
}
