import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { callApi } from '../api/call-api.ts'
import { askAndDelete } from '../api/trash/ask-and-delete.ts'
import { t } from '../messages/messages.ts'
import { whileShowing } from '../ui/dialogs/dialogs.ts'
import { fetchAttendee } from './attendee-calls.ts'
import { fullName } from './attendee-fields.ts'

/** Asks, naming what is deleted with the child, and deletes it. Returns whether it is gone. */
export function deleteAttendee(attendee: Attendee, reload: () => Promise<unknown>): Promise<boolean> {
  return askAndDelete({
    ask: async () => {
      const { attendance_count } = await whileShowing(t('ui.progress.processing'), () =>
        fetchAttendee(attendee.id),
      )
      return {
        title: t('attendees.delete.question'),
        message: t('attendees.delete.consequence', { name: fullName(attendee), count: attendance_count }),
      }
    },
    running: t('ui.delete.running'),
    work: async () => {
      await callApi('DELETE /attendees', { query: { attendee_id: attendee.id } })
      return { status: 'success', message: t('attendees.delete.done') }
    },
    record: `attendee/${attendee.id}`,
    reload,
    failed: t('attendees.delete.failed'),
  })
}
