import type { Missing } from '@vestry/contract/calls/today.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ChildRow } from './child-row.tsx'
import { TodaySection } from './today-section.tsx'

/** The children who have missed several classes in a row. */
export function AskAfter({ missing: { count, children } }: { missing: Missing }) {
  const { t } = useMessages()
  return (
    <TodaySection
      title={t('today.askAfter')}
      rows={children.map((child) => (
        <ChildRow key={child.attendee_id} child={child}>
          {t('today.askAfter.missed', { title: child.class_title, count: child.missed })}
        </ChildRow>
      ))}
      empty={t('today.askAfter.none')}
      more={{ to: paths.followUp, label: t('today.askAfter.more', { count }) }}
    />
  )
}
