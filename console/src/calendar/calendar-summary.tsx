import { useMessages } from '../messages/use-messages.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import { ClassMark, SermonMark } from './calendar-link.tsx'
import classes from './calendar-page.module.css'

/** How much there is in a month, which also says what the marks mean. Speaks when another month has come. */
export function CalendarSummary({ name, entries }: { name: string; entries: CalendarEntry[] | undefined }) {
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
