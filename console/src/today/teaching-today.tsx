import type { Teaching } from '@vestry/contract/calls/today.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatDate } from '../ui/wall-clock.ts'
import { AskAfter } from './ask-after.tsx'
import { Birthdays } from './birthdays.tsx'
import { ChildRow } from './child-row.tsx'
import { classRows } from './class-rows.tsx'
import { LateGuests } from './late-guests.tsx'
import { NeedsToReview } from './needs-to-review.tsx'
import { NextClass } from './next-class.tsx'
import classes from './today-page.module.css'
import { TodaySection } from './today-section.tsx'

/** What a teacher needs: the roll of the next class first. */
export function TeachingToday(props: { now: string; teaching: Teaching; toReview: number | undefined }) {
  const { t, language } = useMessages()
  const { now, toReview } = props
  const { next, classes: others, unfinished, birthdays, returning, missing, guests } = props.teaching
  return (
    <>
      <div className={classes.column}>
        <NextClass session={next} now={now} />
        {others.length > 0 && (
          <TodaySection title={t('today.others')} rows={classRows(others, now)} empty="" />
        )}
        <TodaySection
          title={t('today.unfinished')}
          rows={classRows(unfinished, now)}
          empty={t('today.unfinished.none')}
        />
      </div>
      <div className={classes.column}>
        <AskAfter missing={missing} />
        <NeedsToReview count={toReview} />
        <LateGuests guests={guests} />
        <TodaySection
          title={t('today.returning')}
          rows={returning.map((one) => (
            <ChildRow key={`${one.attendee_id} ${one.class_title}`} child={one}>
              {t('today.returning.after', {
                count: one.absences,
                date: formatDate(one.session_datetime, language),
                title: one.class_title,
              })}
            </ChildRow>
          ))}
          empty={t('today.returning.none')}
        />
        <Birthdays birthdays={birthdays} now={now} />
      </div>
    </>
  )
}
