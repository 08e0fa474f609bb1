import { loadMessages } from '../messages/messages.ts'
import { dialogs } from '../ui/dialogs/dialog-host.tsx'
import { type LateCode, lateCode, latePart } from '../ui/late-code.tsx'

// What a roll needs only after a first tap: its code comes once the roll is drawn.
const guestDialog = withTexts(async () => (await import('./guest-dialog.tsx')).GuestDialog)
const absenceDialog = withTexts(async () => (await import('./absence-dialog.tsx')).AbsenceDialog)
const recordList = withTexts(async () => (await import('./record-list.tsx')).RecordList)

const roomLine = lateCode(async () => {
  const [{ RoomLine }] = await Promise.all([import('./room-line.tsx'), loadMessages('rooms')])
  return RoomLine
})

/** The changes of records that ask something first. */
export const recordChanges = withTexts(() => import('./change-records.ts'))
export const GuestDialog = latePart(guestDialog)
export const AbsenceDialog = latePart(absenceDialog)
/** For churches that keep rooms: it comes when it is drawn. */
export const RoomLine = latePart(roomLine)
export const RecordList = latePart(recordList)

function withTexts<Code>(load: () => Promise<Code>): LateCode<Code> {
  return lateCode(async () => (await Promise.all([load(), loadMessages('forms')]))[0])
}

export async function loadLateParts(): Promise<void> {
  const parts = [dialogs, recordChanges, guestDialog, absenceDialog, recordList]
  await Promise.all(parts.map((part) => part.preload()))
}
