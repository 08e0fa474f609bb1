import { Button } from '@mantine/core'
import type { RollChild } from '@vestry/contract/calls/attendance.ts'
import { callApi } from '../api/call-api.ts'
import { lostSince } from '../api/line.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { AbsenceForm } from '../forms/absence-form.tsx'
import dialog from '../forms/form-dialog.module.css'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialogs/dialog-frame.tsx'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { isWithoutLine } from './attendance-calls.ts'
import { keepAbsence } from './keep-written.ts'
import type { RollCallStore } from './roll-call-store.ts'
import { nameOf } from './roll-marks.ts'

/** Plans when a child of the roll will be away; without a line, that waits on this device. */
export function AbsenceDialog(props: { store: RollCallStore; child: RollChild; onClose: () => void }) {
  const { t } = useMessages()
  const { store, child, onClose } = props
  const { attendee_id } = child
  return (
    <DialogFrame onEscape={onClose} labelledBy="absence-title">
      <div className={dialog.form}>
        <h2 id="absence-title">{t('attendance.absence.title', { name: nameOf(child) })}</h2>
        <AbsenceForm
          onAdd={async (days) => {
            try {
              await plan(days)
              onClose()
              return true
            } catch (error) {
              await tellRefusal(t('attendees.absences.failed'), error)
              return false
            }
          }}
        >
          <Button variant="default" onClick={onClose}>
            {t('attendance.cancel')}
          </Button>
        </AbsenceForm>
      </div>
    </DialogFrame>
  )

  async function plan(days: { from_day: string; until_day: string; reason: string }): Promise<void> {
    const keep = () => keepAbsence(store, attendee_id, days)
    if (lostSince() !== undefined) {
      await keep()
      return
    }
    try {
      await callApi('POST /attendees/absences', { body: { attendee_id, ...days } })
    } catch (error) {
      if (!isWithoutLine(error)) {
        throw error
      }
      await keep()
      return
    }
    showNotice({ message: t('attendance.absence.added') })
    void store.refresh()
  }
}
