import { Button } from '@mantine/core'
import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import type { ReactNode } from 'react'
import dialog from '../forms/form-dialog.module.css'
import { useMessages } from '../messages/use-messages.ts'
import { CareNotes } from '../ui/people/care-notes.tsx'
import classes from './namesakes.module.css'
import { nameOf } from './roll-marks.ts'

/** The children who already have this name: one of them may be the child at the door. */
export function Namesakes(props: {
  name: string
  attendees: readonly Attendee[]
  failure: ReactNode
  busy: boolean
  onMark: (attendee: Attendee) => void
  onAddAnother: () => void
  onBack: () => void
}) {
  const { t } = useMessages()
  const aboutOf = ({ birthdate, parent_contact, notes }: Attendee) => {
    const born = birthdate === null ? '' : t('attendance.namesakes.born', { date: birthdate })
    return [born, parent_contact, notes].filter((part) => part !== '').join(' · ')
  }
  return (
    <>
      <h2 id="guest-title">
        {t('attendance.namesakes.title', { count: props.attendees.length, name: props.name })}
      </h2>
      <ul className={classes.namesakes}>
        {props.attendees.map((attendee, at) => (
          <li key={attendee.id}>
            <span>
              {nameOf(attendee)}
              <small>{aboutOf(attendee) || t('attendance.namesakes.unknown')}</small>
              <CareNotes of={attendee} />
            </span>
            <Button
              {...(at === 0 && { 'data-step-focus': true })}
              disabled={props.busy}
              onClick={() => props.onMark(attendee)}
            >
              {t('attendance.namesakes.mark')}
            </Button>
          </li>
        ))}
      </ul>
      {props.failure}
      <div className={dialog.actions}>
        <Button variant="default" disabled={props.busy} onClick={props.onBack}>
          {t('attendance.namesakes.back')}
        </Button>
        <Button variant="default" disabled={props.busy} onClick={props.onAddAnother}>
          {t('attendance.namesakes.another')}
        </Button>
      </div>
    </>
  )
}
