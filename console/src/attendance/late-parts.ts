import { dialogs } from '../ui/dialogs/dialog-host.tsx'
import { lateCode, latePart } from '../ui/late-code.tsx'

// What a roll needs only after a first tap: its code comes once the roll is drawn.
const guestDialog = lateCode(async () => (await import('./guest-dialog.tsx')).GuestDialog)
const recordList = lateCode(async () => (await import('./record-list.tsx')).RecordList)

/** The changes of records that ask something first. */
export const recordChanges = lateCode(() => import('./change-records.ts'))
export const GuestDialog = latePart(guestDialog)
export const RecordList = latePart(recordList)

export async function loadLateParts(): Promise<void> {
  await Promise.all([dialogs, recordChanges, guestDialog, recordList].map((part) => part.preload()))
}
