import type { MessagePart } from '../messages/message-parts.ts'
import { loadMessages } from '../messages/messages.ts'
import { dialogs } from '../ui/dialogs/dialog-host.tsx'
import { type LateCode, lateCode, latePart } from '../ui/late-code.tsx'

// What a roll needs only after a first tap: its code comes once the roll is drawn.
const guestDialog = withTexts(async () => (await import('./guest-dialog.tsx')).GuestDialog)
const absenceDialog = withTexts(async () => (await import('./absence-dialog.tsx')).AbsenceDialog)
const rollOthers = withTexts(async () => (await import('./roll-others.tsx')).RollOthers)
const recordList = withTexts(async () => (await import('./record-list.tsx')).RecordList)

const doorSigns = () => import('./door-signs.tsx')

/** The changes of records that ask something first. */
export const recordChanges = withTexts(() => import('./change-records.ts'))
export const GuestDialog = latePart(guestDialog)
export const AbsenceDialog = latePart(absenceDialog)
/** For churches that keep rooms, and those that have a door: they come when they are drawn. */
export const RoomLine = latePart(withTexts(async () => (await import('./room-line.tsx')).RoomLine, 'rooms'))
export const StayWord = latePart(withTexts(async () => (await doorSigns()).StayWord, 'door'))
export const RoomCount = latePart(withTexts(async () => (await doorSigns()).RoomCount, 'door'))
export const RecordList = latePart(recordList)
export const RollOthers = latePart(rollOthers)

function withTexts<Code>(load: () => Promise<Code>, part: MessagePart = 'forms'): LateCode<Code> {
  return lateCode(async () => (await Promise.all([load(), loadMessages(part)]))[0])
}

export async function loadLateParts(): Promise<void> {
  const parts = [dialogs, recordChanges, guestDialog, absenceDialog, recordList, rollOthers]
  await Promise.all(parts.map((part) => part.preload()))
}
