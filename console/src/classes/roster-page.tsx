import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useParams } from 'react-router'
import { churchToday } from '../api/church-day.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { FormSkeleton } from '../forms/form-frame.tsx'
import { LastChanged } from '../forms/last-changed.tsx'
import { loadMessages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { isHopeless, notLoadedMessage, stillThere } from '../ui/is-hopeless.ts'
import { IconPrinter } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { ClassSheet } from './class-sheet.tsx'
import { findRoster, findSessions } from './classes-calls.ts'
import type { PrintAnswers, PrintChoice } from './print-dialog.tsx'
import { RosterView } from './roster-view.tsx'

const PrintDialog = lazy(async () => {
  const [{ PrintDialog }] = await fetchCode(() =>
    Promise.all([import('./print-dialog.tsx'), loadMessages('export')]),
  )
  return { default: PrintDialog }
})

/** Who belongs to a series of classes. */
export function RosterPage() {
  const { t } = useMessages()
  const { id = '' } = useParams()
  const known = /^[1-9]\d{0,9}$/.test(id)
  const roster = useQuery({ ...findRoster(Number(id)), enabled: known })
  const sessions = useQuery({ ...findSessions(Number(id)), enabled: known })
  const { error } = roster
  const data = stillThere(roster)
  const hopeless = !known || isHopeless(error)
  const [asking, setAsking] = useState(false)
  const [choice, setChoice] = useState<PrintChoice>({ layout: 'sheet', parts: ['care'] })
  const [answers, setAnswers] = useState<PrintAnswers>({ marks: new Map(), collectors: [] })
  const print = (chosen: PrintChoice, printed: PrintAnswers) => {
    flushSync(() => {
      setChoice(chosen)
      setAnswers(printed)
      setAsking(false)
    })
    window.print()
  }
  return (
    <>
      <PageHeading title={data?.title ?? t('classes.roster.title')}>
        {data !== undefined && data.attendees.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            disabled={sessions.data === undefined}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            {t('classes.roster.print')}
          </Button>
        )}
      </PageHeading>
      {(!known || error !== null) && (
        <ErrorBox
          message={t('classes.roster.failed')}
          detail={error === null ? t('data.error.not_found') : notLoadedMessage(error)}
          onRetry={() => roster.refetch()}
          wayOut={
            hopeless ? (
              <Button variant="default" size="sm" component={Link} to={paths.classes}>
                {t('classes.toList')}
              </Button>
            ) : undefined
          }
        />
      )}
      {data !== undefined && sessions.data === undefined && sessions.error !== null && (
        <ErrorBox
          message={t('classes.list.failed')}
          detail={sessions.error.message}
          onRetry={() => sessions.refetch()}
        />
      )}
      {known && error === null && data === undefined && <FormSkeleton heights={[36, 44, 44, 44, 44, 44]} />}
      {data !== undefined && (
        <>
          <LastChanged change={data.last_change} record={`series/${data.series_id}`} />
          <RosterView key={data.series_id} roster={data} />
          <ClassSheet
            attendees={data.attendees}
            sessions={sessions.data ?? []}
            today={churchToday()}
            choice={choice}
            {...answers}
          />
          {asking && (
            <Suspense fallback={null}>
              <PrintDialog
                series_id={data.series_id}
                sessions={sessions.data ?? []}
                choice={choice}
                onPrint={print}
                onClose={() => setAsking(false)}
              />
            </Suspense>
          )}
        </>
      )}
    </>
  )
}
