import { openPlace, readPlace, removePlace } from './kept-marks.ts'
import { FORMER, type Place, placeOf, placesOf } from './mark-places.ts'
import type { CallRoll } from './roll-call-store.ts'
import { asOperations, emptyMarks, type Marks, nextCall, receiveSaved, send } from './roll-marks.ts'

export type Browser = { storage: Storage; locks: Pick<LockManager, 'request'> }

/**
 * Sends the marks that closed screens of one person have left on this device, whatever page is open. What gets no
 * response stays, and so does what an open screen has.
 */
export async function sendLeftMarks(browser: Browser, sub: string, call: CallRoll): Promise<void> {
  const { storage } = browser
  for (const place of placesOf(storage, sub)) {
    if (place.name.startsWith(FORMER)) {
      await whereFree(browser, place, () => moveFormer(storage, place, sub))
    }
  }
  for (const place of placesOf(storage, sub)) {
    if (!place.name.startsWith(FORMER)) {
      await whereFree(browser, place, () => sendPlace(storage, place, sub, call))
    }
  }
}

/** One of several tabs does this, and a roll that is opened meanwhile takes over what is left. */
async function whereFree({ locks }: Browser, { name }: Place, work: () => Promise<void>): Promise<void> {
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) {
      await work()
    }
  })
}

/** Marks that a version before this one has kept are kept as this one does. */
async function moveFormer(storage: Storage, { name, classId }: Place, sub: string): Promise<void> {
  const place = await openPlace(storage, placeOf(classId, sub, crypto.randomUUID()), sub)
  if (place.write(await readPlace(storage, name, sub))) {
    removePlace(storage, name, sub)
  }
}

async function sendPlace(
  storage: Storage,
  { name, classId }: Place,
  sub: string,
  call: CallRoll,
): Promise<void> {
  const place = await openPlace(storage, name, sub)
  const device = crypto.randomUUID()
  let marks: Marks = { ...emptyMarks, ...(await readPlace(storage, name, sub)) }
  for (;;) {
    marks = send(marks, device)
    const sent = nextCall(marks.sent)
    // Their numbers are kept before they are used: sent again, they get their first answer.
    if (!place.write(marks) || sent === undefined) {
      return
    }
    marks = receiveSaved(
      marks,
      sent,
      await call('POST /attendance/operations', { body: asOperations(sent, classId) }),
    )
    place.write(marks)
  }
}
