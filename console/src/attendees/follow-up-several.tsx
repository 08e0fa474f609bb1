import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import { useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { readAgain, showSeveral, withLeft } from '../api/several/do-several.ts'
import { useSession } from '../auth/session.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { createRequestIds } from '../forms/form-request-ids.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { Selected } from '../ui/list/use-several.tsx'
import { idsOf, reasonOf, textsOf, undoOf } from './attendee-several.ts'
import { FOLLOW_UPS } from './follow-up-calls.ts'
import { checkDue, FollowUpFields, usePeople } from './follow-up-fields.tsx'

type Typed = { note: string; assigned_to: string; due_day: string }

/** Says of several children who looks after asking after each, by when, and why. */
export function FollowUpSeveral(props: {
  selected: Selected<Attendee>
  /** The newest entry of any child when this was begun. */
  seen: number
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useMessages()
  const session = useSession()
  const people = usePeople(null)
  const [typed, setTyped] = useState<Typed>({
    note: '',
    assigned_to: session.status === 'signed_in' ? session.sub : '',
    due_day: '',
  })
  const [requests] = useState(createRequestIds)
  const [problem, setProblem] = useState<MessageKey>()
  return (
    <FormDialog
      title={t('children.several.dialog', { count: props.selected.size })}
      note={t('children.several.followUpHelp')}
      submit={t('attendees.followUp.save')}
      check={(form) => {
        const { due, problem: found } = checkDue(form, typed.due_day)
        setProblem(found)
        return found === undefined ? null : due
      }}
      send={async () => {
        const entry = { ...typed, seen: props.seen, request_id: requests.idOf(typed) }
        await askAfter(props.selected, entry)
        props.onDone()
      }}
      onClose={props.onClose}
    >
      <FollowUpFields
        typed={typed}
        people={people}
        problem={problem}
        onChange={(some) => {
          setTyped((now) => ({ ...now, ...some }))
          setProblem((now) => ('due_day' in some ? undefined : now))
        }}
      />
    </FormDialog>
  )
}

async function askAfter(
  children: Selected<Attendee>,
  entry: Typed & { seen: number; request_id: string },
): Promise<void> {
  const texts = { ...textsOf(), reads: [FOLLOW_UPS, ['today']] }
  const body = { ...entry, attendee_ids: idsOf(children) }
  const { entries, left } = await callApi('POST /follow-up/several', { body })
  await readAgain(texts)
  const [others, gone] = [true, false].map((of) =>
    left.filter(({ why }) => (why === 'not_allowed') === of).map(({ id }) => id),
  )
  const said = withLeft(t('children.several.asked', { count: entries.length }), [
    ...reasonOf('children.several.left', children, gone ?? []),
    ...reasonOf('children.several.leftOthers', children, others ?? []),
  ])
  const leftIds = new Set(left.map(({ id }) => id))
  const asked = idsOf(children).filter((id) => !leftIds.has(id))
  showSeveral(
    texts,
    said,
    undoOf(asked, children, async () => {
      const undone = await callApi('POST /follow-up/several/undo', { body: { entries } })
      return asked.filter((id) => !undone.attendee_ids.includes(id))
    }),
  )
}
