import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { PlannedAbsence } from '@vestry/contract/calls/planned-absences.ts'
import { useRef } from 'react'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { AbsenceForm } from '../forms/absence-form.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { showNotice } from '../ui/dialogs/dialogs.ts'
import { formatDate } from '../ui/wall-clock.ts'
import classes from './absences-card.module.css'
import { FOLLOW_UPS } from './follow-up-calls.ts'
import lists from './profile-list.module.css'

const ABSENCES = ['absences'] as const

/** The times when a child is known to be away, and a form that adds another one. */
export function PlannedAbsences({ attendee_id }: { attendee_id: number }) {
  const { t, language } = useMessages()
  const { data, isError } = useQuery(listAbsences(attendee_id))
  const list = useRef<HTMLUListElement>(null)
  const leaving = useRef(new Set<number>())
  const spanOf = ({ from_day, until_day }: Omit<PlannedAbsence, 'id'>) =>
    from_day === until_day
      ? formatDate(`${from_day}T00:00:00`, language)
      : `${formatDate(`${from_day}T00:00:00`, language)} – ${formatDate(`${until_day}T00:00:00`, language)}`
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return true
    } catch (error) {
      await tellRefusal(t('attendees.absences.failed'), error)
      return false
    }
  }
  const remove = async ({ id, ...absence }: PlannedAbsence) => {
    if (leaving.current.has(id)) {
      return
    }
    leaving.current.add(id)
    await run(async () => {
      await removeAbsence(id)
      // The button that was pressed is gone.
      list.current?.closest('section')?.focus()
      showNotice({
        message: t('attendees.absences.removed'),
        action: {
          label: t('ui.undo'),
          run: async () => {
            await run(() => addAbsence({ attendee_id, ...absence }))
          },
        },
      })
    })
    leaving.current.delete(id)
  }
  return (
    <>
      {isError && <p>{t('attendees.absences.notLoaded')}</p>}
      {data?.length === 0 && <p className={classes.none}>{t('attendees.absences.none')}</p>}
      <ul ref={list} className={`${lists.list} ${classes.list}`}>
        {data?.map((absence) => (
          <li key={absence.id}>
            <span>
              {spanOf(absence)}
              {absence.reason !== '' && <span className={classes.reason}>{absence.reason}</span>}
            </span>
            <Button
              variant="default"
              aria-label={t('attendees.absences.removeOf', { span: spanOf(absence) })}
              onClick={() => remove(absence)}
            >
              {t('attendees.absences.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <AbsenceForm onAdd={(absence) => run(() => addAbsence({ attendee_id, ...absence }))} />
    </>
  )
}

function listAbsences(attendee_id: number) {
  return queryOptions({
    queryKey: [...ABSENCES, attendee_id],
    queryFn: ({ signal }) => callApi('GET /attendees/absences', { query: { attendee_id }, signal }),
    staleTime: 0,
  })
}

async function addAbsence(body: NonNullable<CallInput<'POST /attendees/absences'>['body']>) {
  await callApi('POST /attendees/absences', { body })
  await reload()
}

async function removeAbsence(absence_id: number) {
  try {
    await callApi('DELETE /attendees/absences', { query: { absence_id } })
  } finally {
    await reload()
  }
}

async function reload() {
  // A child who was known to be away has missed no class.
  const stale = [ABSENCES, FOLLOW_UPS, ['classes']]
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
