import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { patience } from '../api/line.ts'
import { useTold } from '../api/news/told-news.ts'
import { OpenClaims } from '../api/open-claims.tsx'
import { queryClient } from '../api/query-client.ts'
import { SilentRolls } from '../api/silent-rolls.tsx'
import { todayQuery } from '../api/today-query.ts'
import { ownRole } from '../auth/use-own-role.ts'
import { church } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { lateCode, latePart } from '../ui/late-code.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { formatDay } from '../ui/wall-clock.ts'
import { AdministrationToday } from './administration-today.tsx'
import { OfficeToday } from './office-today.tsx'
import { TeachingToday } from './teaching-today.tsx'
import classes from './today-page.module.css'
import { freshUntilDrawn, noteDrawn, readGettingStarted, useGettingStarted } from './use-getting-started.ts'

const KeptClasses = latePart(lateCode(async () => (await import('./kept-classes.tsx')).KeptClasses))

/** Rolls are taken while the page is open: unless that is told, it is looked for this often. */
const LOOK_EVERY_MS = 60_000
/** Classes begin and days end, which nobody tells. */
const TIME_PASSES_MS = 10 * LOOK_EVERY_MS

const readToday = queryOptions({
  ...todayQuery,
  staleTime: freshUntilDrawn,
})

TodayPage.read = () =>
  Promise.all([
    queryClient.prefetchQuery(readToday),
    ownRole().may('administer') && queryClient.prefetchQuery(readGettingStarted),
  ])

/** What matters now: for a teacher the roll of their next class, for the office how the week goes. */
export function TodayPage() {
  const { t, language } = useMessages()
  const refetchInterval = useTold() ? TIME_PASSES_MS : LOOK_EVERY_MS
  const { data: read, error, refetch } = useQuery({ ...readToday, refetchInterval })
  const start = useGettingStarted()
  useEffect(noteDrawn, [])
  /** The rolls that this device has kept are better than none. */
  const [late, setLate] = useState(patience() === 0)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience())
    return () => clearTimeout(timer)
  }, [])
  // Nothing moves down when the list comes, since it comes with the rest.
  const data = start.isLoading ? undefined : read
  const day = data?.now.slice(0, 10) ?? ''
  return (
    <>
      <PageHeading title={t('shell.page.today')}>
        {data !== undefined && (
          <time dateTime={day} className={classes.date}>
            {formatDay(day, language)}
          </time>
        )}
      </PageHeading>
      {data === undefined && error !== null && (
        <ErrorBox
          message={t('today.failed')}
          detail={error.message}
          failure={error}
          onRetry={() => refetch()}
        />
      )}
      {data === undefined && (error !== null || late) && <KeptClasses />}
      {data === undefined && error === null && (
        <div className={`${classes.columns} ${classes.skeleton}`} aria-hidden />
      )}
      {data !== undefined && start.data && <start.data.GettingStartedList {...start.data} />}
      {data?.claims !== undefined && <OpenClaims count={data.claims} />}
      {data !== undefined && church().parts.includes('sundaySchool') && <SilentRolls />}
      {data !== undefined && (
        <div className={classes.columns}>
          {data.teaching !== null && (
            <TeachingToday now={data.now} teaching={data.teaching} toReview={data.to_review} />
          )}
          {data.office !== null && (
            <OfficeToday now={data.now} office={data.office} toReview={data.to_review}>
              {data.administration !== null && <AdministrationToday administration={data.administration} />}
            </OfficeToday>
          )}
        </div>
      )}
    </>
  )
}
