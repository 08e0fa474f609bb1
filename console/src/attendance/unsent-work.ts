import { listKeptRolls } from '../api/offline/kept-rolls.ts'
import { type KeptWork, listKeptWork, removeKeptWork } from '../api/offline/kept-work.ts'
import { t } from '../messages/messages.ts'
import { readPlace, removePlace } from './kept-marks.ts'
import { placesOf } from './mark-places.ts'
import { restoreMarks } from './marks-copy.ts'
import type { CallRoll } from './roll-call-store.ts'
import { nameOf, unsavedCount } from './roll-marks.ts'
import { sendKeptWork } from './send-kept-work.ts'
import { type Browser, sendLeftMarks } from './send-left-marks.ts'

/** What is kept besides marks, by the text that names it. */
const SAID_OF = {
  mark: 'attendance.title',
  comment: 'attendance.comment',
  guest: 'attendance.guest.short',
  absence: 'attendance.absence.short',
  arrival: 'attendance.arrival.short',
  giving_back: 'attendance.givingBack.short',
} as const satisfies Record<KeptWork['operation']['kind'], string>

/** How many marks, guests, comments and planned absences of a person this device has not sent. */
export async function countUnsent(storage: Storage, sub: string): Promise<number> {
  const marks = await marksOf(storage, sub)
  return marks.reduce((sum, one) => sum + unsavedCount(one), (await workOf(sub)).length)
}

/** What that is, in words; a child whose roll is not kept any more has no name here. */
export async function describeUnsent(storage: Storage, sub: string): Promise<string[]> {
  const kept = await listKeptRolls(sub, Date.now()).catch(() => [])
  const children = new Map(
    kept.flatMap(({ roll }) => roll.children).map((child) => [child.attendee_id, child]),
  )
  const marks = (await marksOf(storage, sub)).flatMap(({ sent, waiting }) =>
    [...new Map([...sent, ...waiting])].map(([id, { state }]) => {
      const child = children.get(id)
      const who = child ? nameOf(child) : t('attendance.unsent.unknown')
      return `${who}: ${t(`attendance.state.${state}`)}`
    }),
  )
  const written = (await workOf(sub)).map(({ name, operation }) => `${name}: ${t(SAID_OF[operation.kind])}`)
  return [...marks, ...written]
}

/** Sends all of it that no open screen has; whatever fails stays, and holds up nothing else. */
export async function sendUnsent(browser: Browser, sub: string, call: CallRoll): Promise<void> {
  await Promise.allSettled([sendLeftMarks(browser, sub, call), sendKeptWork(sub, call)])
}

export async function discardUnsent(storage: Storage, sub: string): Promise<void> {
  for (const { name } of placesOf(storage, sub)) {
    removePlace(storage, name, sub)
  }
  const work = await workOf(sub)
  if (work.length > 0) {
    await removeKeptWork(
      sub,
      work.map(({ key }) => key),
    )
  }
}

/** The marks of each place; what the browser does not give out now stays where it is. */
async function marksOf(storage: Storage, sub: string) {
  await restoreMarks(storage, sub)
  const read = await Promise.allSettled(
    placesOf(storage, sub).map(({ name }) => readPlace(storage, name, sub)),
  )
  return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** A browser that refuses to keep anything has none. */
function workOf(sub: string) {
  return listKeptWork(sub).catch(() => [])
}
