import { type Place, placesOf, readPlace, writePlace } from './pending-marks.ts'
import type { CallRoll } from './roll-call-store.ts'
import { asOperations, emptyMarks, type Marks, nextCall, receiveSaved, send } from './roll-marks.ts'

type Browser = { storage: Storage; locks: Pick<LockManager, 'request'> }

/**
 * Sends the marks that closed screens of one person have left on this device, whatever page is open. What gets no
 * response stays, and so does what an open screen has.
 */
export async function sendLeftMarks(browser: Browser, sub: string, call: CallRoll): Promise<void> {
  for (const place of placesOf(browser.storage, sub)) {
    // One of several tabs sends them, and a roll that is opened meanwhile takes over what is left.
    await browser.locks.request(place.name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) {
        await sendPlace(browser.storage, place, call)
      }
    })
  }
}

async function sendPlace(storage: Storage, { name, classId }: Place, call: CallRoll): Promise<void> {
  const device = crypto.randomUUID()
  let marks: Marks = { ...emptyMarks, ...readPlace(storage, name) }
  for (;;) {
    marks = send(marks, device)
    const sent = nextCall(marks.sent)
    // Their numbers are kept before they are used: sent again, they get their first answer.
    writePlace(storage, name, marks)
    if (sent === undefined) {
      return
    }
    marks = receiveSaved(
      marks,
      sent,
      await call('POST /attendance/operations', { body: asOperations(sent, classId) }),
    )
    writePlace(storage, name, marks)
  }
}
