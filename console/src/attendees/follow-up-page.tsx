import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FollowUpTask } from '@vestry/contract/calls/follow-ups.ts'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../auth/session.ts'
import { ChoiceBox } from '../forms/choice-fields.tsx'
import { FormSkeleton } from '../forms/form-frame.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { notLoadedMessage } from '../ui/is-hopeless.ts'
import { ListNotice } from '../ui/list/list-notice.tsx'
import { IconHeartHandshake } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { ContactLinks } from '../ui/people/contact-links.tsx'
import about from './follow-up-about.module.css'
import { Entries, TaskLines } from './follow-up-about.tsx'
import { findFollowUp, listTasks } from './follow-up-calls.ts'
import { FollowUpDialog } from './follow-up-dialog.tsx'
import classes from './follow-up-page.module.css'

/** The children to ask after: those who have missed several classes in a row. */
export function FollowUpPage() {
  const { t } = useMessages()
  const { data, error, refetch } = useQuery(listTasks)
  return (
    <>
      <PageHeading title={t('attendees.followUp.title')} />
      <p className={classes.intro}>{t('attendees.followUp.intro')}</p>
      {data === undefined && error !== null && (
        <ErrorBox
          message={t('attendees.followUp.failed')}
          detail={notLoadedMessage(error)}
          onRetry={() => refetch()}
        />
      )}
      {data === undefined && error === null && <FormSkeleton heights={[72, 72, 72]} />}
      {data !== undefined && <Tasks tasks={data.tasks} />}
    </>
  )
}

function Tasks({ tasks }: { tasks: readonly FollowUpTask[] }) {
  const { t } = useMessages()
  const session = useSession()
  const [mine, setMine] = useState(false)
  /** The child being asked after, as it was when that began: somebody else may settle the matter meanwhile. */
  const [asked, setAsked] = useState<FollowUpTask>()
  const box = useRef<HTMLDivElement>(null)
  const own = session.status === 'signed_in' ? session.sub : ''
  const shown = tasks.filter(({ assigned_to }) => !mine || assigned_to?.sub === own)
  const open = shown.filter(({ until_day }) => until_day === '')
  const waiting = shown.filter(({ until_day }) => until_day !== '')
  const close = () => {
    setAsked(undefined)
    requestAnimationFrame(() => {
      // The button may be gone, together with the child's row.
      if (document.activeElement === document.body) {
        box.current?.focus()
      }
    })
  }
  return (
    <div ref={box} tabIndex={-1} className={classes.box}>
      {tasks.length === 0 ? (
        <ListNotice
          icon={<IconHeartHandshake size={32} stroke={1.5} aria-hidden />}
          title={t('attendees.followUp.none')}
          text={t('attendees.followUp.noneText')}
        >
          {null}
        </ListNotice>
      ) : (
        <>
          <div className={classes.mine}>
            <ChoiceBox label={t('attendees.followUp.mine')} checked={mine} onChange={setMine} />
          </div>
          <TaskList
            title={t('attendees.followUp.count', { count: open.length })}
            tasks={open}
            onWrite={setAsked}
          />
          {mine && shown.length === 0 && (
            <p className={classes.intro}>{t('attendees.followUp.noneOfMine')}</p>
          )}
          {waiting.length > 0 && (
            <TaskList title={t('attendees.followUp.waiting')} tasks={waiting} onWrite={setAsked} />
          )}
        </>
      )}
      {asked !== undefined && <AskAbout task={asked} onClose={close} />}
    </div>
  )
}

/** The dialog about one child, with all earlier entries about it, however old. */
function AskAbout({ task, onClose }: { task: FollowUpTask; onClose: () => void }) {
  const { data } = useQuery(findFollowUp(task.attendee_id))
  const { assigned_to, due_day } =
    data === undefined ? task : (data.task ?? { assigned_to: null, due_day: '' })
  const { entries } = data ?? task
  return <FollowUpDialog child={{ ...task, assigned_to, due_day, entries }} onClose={onClose} />
}

function TaskList(props: {
  title: string
  tasks: readonly FollowUpTask[]
  onWrite: (task: FollowUpTask) => void
}) {
  const { t } = useMessages()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {props.title}
      </h2>
      <ul className={classes.tasks}>
        {props.tasks.map((task) => {
          const name = `${task.first_name} ${task.last_name}`
          return (
            <li key={task.attendee_id}>
              <div className={classes.about}>
                <Link to={paths.attendee(task.attendee_id)} className={classes.name}>
                  {name}
                </Link>
                <TaskLines task={task} />
                {task.parent_contact !== '' && (
                  <p className={classes.contact}>
                    <ContactLinks contact={task.parent_contact} none="" />
                  </p>
                )}
                {task.entries.length > 0 && (
                  <div className={about.entries}>
                    <Entries entries={task.entries.slice(0, 1)} />
                  </div>
                )}
              </div>
              <Button
                variant="default"
                aria-haspopup="dialog"
                aria-label={t('attendees.followUp.writeFor', { name })}
                onClick={() => props.onWrite(task)}
              >
                {t('attendees.followUp.write')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
