import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FollowUpEntry } from '@vestry/contract/calls/follow-ups.ts'
import { FIRST_DAY, isDay } from '@vestry/contract/rules/is-day.ts'
import { MAX_FOLLOW_UP_NOTE, OUTCOMES, type Outcome } from '@vestry/contract/sunday-school/follow-up-rules.ts'
import { useState } from 'react'
import { churchToday } from '../api/church-day.ts'
import { listTeachers } from '../api/people/list-teachers.ts'
import { useSession } from '../auth/session.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { createRequestIds } from '../forms/form-request-ids.ts'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { isUnfinished } from '../ui/is-unfinished.ts'
import { Entries } from './follow-up-about.tsx'
import { type NewEntry, writeDown } from './follow-up-calls.ts'

export type AskedAfter = {
  attendee_id: number
  first_name: string
  last_name: string
  assigned_to: { sub: string; name: string } | null
  due_day: string
  /** The latest first. */
  entries: readonly FollowUpEntry[]
}

const CHOICES = ['', ...OUTCOMES] as const

type Typed = Pick<NewEntry, 'outcome' | 'until_day'> & { note: string } & Partial<
    Pick<NewEntry, 'assigned_to' | 'due_day'>
  >

/** Adds an entry about what came of asking after a child, and who looks after it from now on. */
export function FollowUpDialog({ child, onClose }: { child: AskedAfter; onClose: () => void }) {
  const { t } = useMessages()
  const people = usePeople(child)
  const [typed, setTyped] = useState<Typed>({ outcome: '', note: '', until_day: '' })
  const [requests] = useState(createRequestIds)
  const [asked, setAsked] = useState(false)
  const [dueProblem, setDueProblem] = useState<MessageKey>()
  const change = (some: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...some }))
  // While the dialog is open, the person who looks after the child may change, until a choice is made here.
  const { assigned_to = child.assigned_to?.sub ?? '', due_day = child.due_day } = typed
  const { outcome, note, until_day } = typed
  const lacksDay = outcome === 'later' && !(isDay(until_day) && until_day > churchToday())
  const send = async () => {
    const { attendee_id, entries } = child
    const until = outcome === 'later' ? until_day : ''
    const entry = { ...typed, until_day: until, assigned_to, due_day, request_id: requests.idOf(typed) }
    await writeDown({ ...entry, attendee_id, seen: entries[0]?.id ?? 0 })
    onClose()
    showNotice({ message: t('attendees.followUp.saved') })
  }
  return (
    <FormDialog
      title={t('attendees.followUp.dialog', { name: `${child.first_name} ${child.last_name}` })}
      submit={t('attendees.followUp.save')}
      check={(form) => {
        setAsked(true)
        const due = form.querySelector<HTMLElement>('[name=due_day]')
        const isEarly = due_day !== '' && due_day < FIRST_DAY
        const problem = isUnfinished(due) ? 'ui.form.unfinished' : isEarly ? 'ui.form.tooEarly' : undefined
        setDueProblem(problem)
        if (lacksDay) {
          return form.querySelector<HTMLElement>('[name=until_day]')
        }
        return problem === undefined ? null : due
      }}
      send={send}
      onClose={onClose}
      after={
        child.entries.length > 0 && (
          <section aria-label={t('attendees.followUp.latest')}>
            <Entries entries={child.entries} />
          </section>
        )
      }
    >
      <NativeSelect
        data-first-focus
        label={t('attendees.followUp.outcome')}
        data={CHOICES.map((value) => ({
          value,
          label: t(`attendees.followUp.outcome.${value || 'none'}`),
        }))}
        value={outcome}
        description={t(`attendees.followUp.help.${outcome || 'none'}`)}
        inputWrapperOrder={['label', 'input', 'description']}
        onChange={({ currentTarget: { value } }) => change({ outcome: value as Outcome | '' })}
      />
      {outcome === 'later' && (
        <TextInput
          type="date"
          name="until_day"
          label={t('attendees.followUp.untilDay')}
          value={until_day}
          error={asked && lacksDay && t('attendees.followUp.untilMissing')}
          onChange={(event) => change({ until_day: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={t('attendees.followUp.note')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_FOLLOW_UP_NOTE}
        value={note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('attendees.followUp.assign')}
        data={[
          { value: '', label: t('attendees.followUp.nobody') },
          ...people.map(({ sub, name }) => ({ value: sub, label: name })),
        ]}
        value={assigned_to}
        onChange={(event) => change({ assigned_to: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        name="due_day"
        label={t('attendees.followUp.dueDay')}
        value={due_day}
        error={dueProblem && t(dueProblem)}
        onChange={(event) => {
          change({ due_day: event.currentTarget.value })
          setDueProblem(undefined)
        }}
      />
    </FormDialog>
  )
}

/** For people who arrange classes, everybody; for others, themselves and whoever looks after the child now. */
function usePeople({ assigned_to }: AskedAfter): { sub: string; name: string }[] {
  const { arranges } = useOwnRole()
  const session = useSession()
  const { data = [] } = useQuery({ ...listTeachers, enabled: arranges })
  const known = [...data]
  const add = (person: { sub: string; name: string } | null) => {
    if (person !== null && !known.some(({ sub }) => sub === person.sub)) {
      known.push(person)
    }
  }
  add(assigned_to)
  add(session.status === 'signed_in' ? { sub: session.sub, name: session.name } : null)
  return known
}
