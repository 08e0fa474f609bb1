import { NativeSelect, TextInput } from '@mantine/core'
import type { FollowUpEntry } from '@vestry/contract/calls/follow-ups.ts'
import { isDay } from '@vestry/contract/rules/is-day.ts'
import { OUTCOMES, type Outcome } from '@vestry/contract/sunday-school/follow-up-rules.ts'
import { useState } from 'react'
import { churchToday } from '../api/church-day.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { createRequestIds } from '../forms/form-request-ids.ts'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { Entries } from './follow-up-about.tsx'
import { type NewEntry, writeDown } from './follow-up-calls.ts'
import { checkDue, FollowUpFields, usePeople } from './follow-up-fields.tsx'

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
  const people = usePeople(child.assigned_to)
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
        const { due, problem } = checkDue(form, due_day)
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
      <FollowUpFields
        typed={{ note, assigned_to, due_day }}
        people={people}
        problem={dueProblem}
        onChange={(some) => {
          change(some)
          setDueProblem((now) => ('due_day' in some ? undefined : now))
        }}
      />
    </FormDialog>
  )
}
