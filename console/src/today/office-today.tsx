import type { Office, TodaySermon } from '@vestry/contract/calls/today.ts'
import type { ReactNode } from 'react'
import { useOwnRole } from '../auth/use-own-role.ts'
import { church } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { FormLink } from '../ui/return-link.tsx'
import { formatDate, formatWallClock } from '../ui/wall-clock.ts'
import { AskAfter } from './ask-after.tsx'
import { Birthdays } from './birthdays.tsx'
import row from './child-row.module.css'
import { classRows } from './class-rows.tsx'
import { LateGuests } from './late-guests.tsx'
import { NeedsToReview } from './needs-to-review.tsx'
import classes from './today-page.module.css'
import { TodaySection } from './today-section.tsx'

/** How the week goes, for people who arrange classes. */
export function OfficeToday(props: {
  now: string
  office: Office
  toReview: number | undefined
  children: ReactNode
}) {
  const { t, language } = useMessages()
  const { now, office } = props
  const { parts } = church()
  const { may } = useOwnRole()
  const others = office.unfinished_count - office.unfinished.length
  return (
    <>
      {parts.includes('sundaySchool') && (
        <div className={classes.column}>
          <TodaySection
            title={t('today.week')}
            rows={classRows(office.classes, now)}
            empty={t('today.week.none')}
            offer={{ to: paths.newClass, label: t('today.week.add') }}
          />
          <TodaySection
            title={t('today.missing')}
            rows={classRows(office.unfinished, now)}
            empty={t('today.missing.none')}
            more={
              others > 0
                ? { to: paths.classHistory, label: t('today.missing.more', { count: others }) }
                : undefined
            }
          />
        </div>
      )}
      <div className={classes.column}>
        {parts.includes('sundaySchool') && (
          <>
            <AskAfter missing={office.missing} />
            <NeedsToReview count={props.toReview} />
            <LateGuests guests={office.guests} />
            <Birthdays birthdays={office.birthdays} now={now} />
          </>
        )}
        {parts.includes('preaching') && (
          <>
            {office.working.length > 0 && (
              <TodaySection
                title={t('today.working')}
                rows={office.working.map((sermon) => (
                  <SermonRow key={sermon.uuid} {...sermon}>
                    {sermon.publish_at === ''
                      ? t('today.working.draft')
                      : t('today.working.until', { moment: formatWallClock(sermon.publish_at, language) })}
                  </SermonRow>
                ))}
                empty={null}
              />
            )}
            <TodaySection
              title={t('today.sermons')}
              rows={office.sermons.map((sermon) => (
                <SermonRow key={sermon.uuid} {...sermon}>
                  <time dateTime={sermon.event_datetime}>{formatDate(sermon.event_datetime, language)}</time>
                </SermonRow>
              ))}
              empty={t('today.sermons.none')}
              offer={may('sermons') ? { to: paths.newPreaching, label: t('today.sermons.add') } : undefined}
            />
          </>
        )}
        {props.children}
      </div>
    </>
  )
}

function SermonRow(props: TodaySermon & { children: ReactNode }) {
  return (
    <li>
      <FormLink to={paths.sermon(props.uuid)} className={row.row}>
        <span className={row.name}>{props.localizedname}</span>
        <span className={row.about}>
          {props.children} · {props.presenterName}
        </span>
      </FormLink>
    </li>
  )
}
