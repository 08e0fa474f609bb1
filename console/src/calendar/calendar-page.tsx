import { ActionIcon, Button } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'
import { useChurchToday } from '../api/clock/use-church-today.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { church } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { formatMonth } from '../ui/days/day-headings.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { isHopeless, stillThere } from '../ui/is-hopeless.ts'
import { queryNow, useAddressQuery } from '../ui/list/use-address-query.ts'
import { IconChevronLeft, IconChevronRight } from '../ui/look/icons.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { firstWeekday } from '../ui/reports/first-weekday.ts'
import { FormLink } from '../ui/return-link.tsx'
import { useNarrowScreen } from '../ui/use-narrow-screen.ts'
import { whenIdle } from '../ui/when-idle.ts'
import { type CalendarEntry, entriesOf } from './calendar-entries.ts'
import { ClassMark, SermonMark } from './calendar-link.tsx'
import { plusMonths, readMonth, weeksOf } from './calendar-month.ts'
import classes from './calendar-page.module.css'
import { MonthAgenda } from './month-agenda.tsx'
import { MonthTable } from './month-table.tsx'

const A_MOMENT = 60_000

/** A month of classes and sermons: a table where there is room for one, otherwise a list of the days with entries. */
export function CalendarPage() {
  const { t, language } = useMessages()
  const narrow = useNarrowScreen()
  const { query, setQuery } = useAddressQuery()
  const queries = useQueryClient()
  const today = useChurchToday()
  const { arranges } = useOwnRole()
  const first = firstWeekday(language, navigator.languages, church().weekStart)
  const month = readMonth(query.get('month'), today)
  const answer = useQuery(findMonth(month, weeksOf(month, first)))
  const { error, isPlaceholderData, refetch } = answer
  const data = stillThere(answer)

  useEffect(
    () =>
      whenIdle(() => {
        for (const neighbour of [plusMonths(month, 1), plusMonths(month, -1)]) {
          void queries.prefetchQuery({
            ...findMonth(neighbour, weeksOf(neighbour, first)),
            staleTime: A_MOMENT,
          })
        }
      }),
    [month, first, queries],
  )

  const turnBy = (months: number) => {
    const now = readMonth(queryNow().get('month'), churchToday())
    setQuery(new URLSearchParams({ month: plusMonths(now, months) }))
  }
  // The former month stays until the new one is loaded.
  const shown = data?.month ?? month
  const entries = data?.entries ?? []
  const name = formatMonth(month, language)
  const View = narrow ? MonthAgenda : MonthTable

  return (
    <>
      <PageHeading title={name}>
        <div className={classes.turning}>
          {arranges && church().parts.includes('sundaySchool') && (
            <Button component={FormLink} to={paths.newClass} variant="default">
              {t('calendar.add')}
            </Button>
          )}
          <Button variant="default" onClick={() => setQuery(new URLSearchParams())}>
            {t('calendar.today')}
          </Button>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('calendar.month.previous')}
            onClick={() => turnBy(-1)}
          >
            <IconChevronLeft size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('calendar.month.next')}
            onClick={() => turnBy(1)}
          >
            <IconChevronRight size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      </PageHeading>
      <CalendarSummary
        name={name}
        entries={
          error === null && data !== undefined && !isPlaceholderData
            ? entries.filter(({ time }) => time.startsWith(month))
            : undefined
        }
      />
      {error !== null && (
        <ErrorBox
          message={t('calendar.failed')}
          detail={error.message}
          failure={error}
          onRetry={() => refetch()}
          wayOut={
            isHopeless(error) && (
              <Button variant="default" size="sm" onClick={() => setQuery(new URLSearchParams())}>
                {t('calendar.today')}
              </Button>
            )
          }
        />
      )}
      {(error === null || data !== undefined) && (
        <div
          className={classes.month}
          data-stale={isPlaceholderData || undefined}
          aria-busy={isPlaceholderData}
        >
          <View
            key={shown}
            name={formatMonth(shown, language)}
            month={shown}
            weeks={weeksOf(shown, first)}
            entries={entries}
            today={today}
            loaded={data !== undefined}
            arranges={arranges}
          />
        </div>
      )}
    </>
  )
}

/** The entries of the calendar between two days, with the month for which they were loaded. */
type MonthAnswer = { month: string; entries: CalendarEntry[] }

function findMonth(month: string, weeks: readonly (readonly string[])[]) {
  const query = { from: weeks.at(0)?.at(0) ?? '', to: weeks.at(-1)?.at(-1) ?? '' }
  return queryOptions({
    queryKey: ['calendar', month, query],
    queryFn: async ({ signal }): Promise<MonthAnswer> => ({
      month,
      entries: entriesOf(await callApi('GET /calendar', { query, signal }), church().parts),
    }),
    // Always loaded again, since classes are planned on other pages, and people look here for what they have just
    // planned.
    staleTime: 0,
  })
}

/** How many classes and sermons a month has, which also explains the marks. It is read out when the month changes. */
function CalendarSummary({ name, entries }: { name: string; entries: CalendarEntry[] | undefined }) {
  const { t } = useMessages()
  const count = (kind: CalendarEntry['kind']) => entries?.filter((entry) => entry.kind === kind).length ?? 0
  const [classCount, sermonCount] = [count('class'), count('sermon')]
  return (
    <p role="status" className={classes.summary}>
      {entries?.length === 0 && t('calendar.empty', { month: name })}
      {classCount > 0 && (
        <span>
          <ClassMark />
          {t('calendar.classes', { count: classCount })}
        </span>
      )}
      {sermonCount > 0 && (
        <span>
          <SermonMark />
          {t('calendar.sermons', { count: sermonCount })}
        </span>
      )}
    </p>
  )
}
