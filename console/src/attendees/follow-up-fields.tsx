import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FIRST_DAY } from '@vestry/contract/rules/is-day.ts'
import { MAX_FOLLOW_UP_NOTE } from '@vestry/contract/sunday-school/follow-up-rules.ts'
import { listTeachers } from '../api/people/list-teachers.ts'
import { useSession } from '../auth/session.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { isUnfinished } from '../ui/is-unfinished.ts'

type Person = { sub: string; name: string }
type Typed = { note: string; assigned_to: string; due_day: string }

/** What is noted about asking after a child, who looks after it, and by when. */
export function FollowUpFields(props: {
  typed: Typed
  people: readonly Person[]
  problem: MessageKey | undefined
  onChange: (some: Partial<Typed>) => void
}) {
  const { t } = useMessages()
  const { typed, people, problem, onChange } = props
  return (
    <>
      <Textarea
        label={t('attendees.followUp.note')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_FOLLOW_UP_NOTE}
        value={typed.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('attendees.followUp.assign')}
        data={[
          { value: '', label: t('attendees.followUp.nobody') },
          ...people.map(({ sub, name }) => ({ value: sub, label: name })),
        ]}
        value={typed.assigned_to}
        onChange={(event) => onChange({ assigned_to: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        name="due_day"
        label={t('attendees.followUp.dueDay')}
        value={typed.due_day}
        error={problem && t(problem)}
        onChange={(event) => onChange({ due_day: event.currentTarget.value })}
      />
    </>
  )
}

/** The field of the day by which it is to be done, and what is wrong with it. */
export function checkDue(form: HTMLFormElement, due_day: string) {
  const due = form.querySelector<HTMLElement>('[name=due_day]')
  const isEarly = due_day !== '' && due_day < FIRST_DAY
  const problem: MessageKey | undefined = isUnfinished(due)
    ? 'ui.form.unfinished'
    : isEarly
      ? 'ui.form.tooEarly'
      : undefined
  return { due, problem }
}

/** For people who arrange classes, everybody; for others, themselves and whoever looks after the child now. */
export function usePeople(assigned_to: Person | null): Person[] {
  const { arranges } = useOwnRole()
  const session = useSession()
  const { data = [] } = useQuery({ ...listTeachers, enabled: arranges })
  const known = [...data]
  const add = (person: Person | null) => {
    if (person !== null && !known.some(({ sub }) => sub === person.sub)) {
      known.push(person)
    }
  }
  add(assigned_to)
  add(session.status === 'signed_in' ? { sub: session.sub, name: session.name } : null)
  return known
}
