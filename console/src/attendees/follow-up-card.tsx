import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import classes from './follow-up-about.module.css'
import { Entries, TaskLines } from './follow-up-about.tsx'
import { findFollowUp } from './follow-up-calls.ts'
import { FollowUpDialog } from './follow-up-dialog.tsx'

/** Whether somebody should ask after a child, and the entries about it. */
export function FollowUpCard({ child }: { child: { id: number; first_name: string; last_name: string } }) {
  const { t } = useMessages()
  const { data, isError } = useQuery(findFollowUp(child.id))
  const [writing, setWriting] = useState(false)
  const { task = null, entries = [] } = data ?? {}
  const { id: attendee_id, first_name, last_name } = child
  const { assigned_to = null, due_day = '' } = task ?? {}
  return (
    <>
      {isError && <p>{t('attendees.followUp.failed')}</p>}
      {data !== undefined && (
        <>
          {task === null ? <p>{t('attendees.followUp.quiet')}</p> : <TaskLines task={task} />}
          {entries.length > 0 && (
            <div className={classes.entries}>
              <Entries entries={entries} />
            </div>
          )}
          <Button
            className={classes.write ?? ''}
            variant="default"
            aria-haspopup="dialog"
            onClick={() => setWriting(true)}
          >
            {t('attendees.followUp.write')}
          </Button>
        </>
      )}
      {writing && (
        <FollowUpDialog
          child={{ attendee_id, first_name, last_name, assigned_to, due_day, entries }}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  )
}
