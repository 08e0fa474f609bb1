import type { Birthday } from '@vestry/contract/calls/today.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatDay } from '../ui/wall-clock.ts'
import { ChildRow } from './child-row.tsx'
import classes from './today-section.module.css'
import { TodaySection } from './today-section.tsx'

const SHOWN = 6

/** Who has a birthday soon; if there are many, first the soonest, and all after a press. */
export function Birthdays({ birthdays, now }: { birthdays: readonly Birthday[]; now: string }) {
  const { t, language } = useMessages()
  const rows = birthdays.map((one) => (
    <ChildRow key={one.attendee_id} child={one}>
      {t('today.birthdays.turns', { count: one.age })} ·{' '}
      <time dateTime={one.day}>
        {one.day === now.slice(0, 10) ? t('today.today') : formatDay(one.day, language)}
      </time>
    </ChildRow>
  ))
  const others = rows.splice(SHOWN)
  if (others.length > 0) {
    rows.push(
      <li key="others">
        <details>
          <summary className={classes.further}>{t('today.birthdays.more', { count: others.length })}</summary>
          <ul className={classes.rows}>{others}</ul>
        </details>
      </li>,
    )
  }
  return <TodaySection title={t('today.birthdays')} rows={rows} empty={t('today.birthdays.none')} />
}
