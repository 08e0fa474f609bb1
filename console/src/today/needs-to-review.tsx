import { NEED_FILTERS } from '@vestry/contract/sunday-school/attendee-filters.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { TodaySection } from './today-section.tsx'

/** The list of the children whose needs nobody has looked at for a year. */
const LIST = `${paths.attendees}?need=${NEED_FILTERS.indexOf('not_reviewed') + 1}`

/** How many children's allergies and needs somebody should ask about again, if there are any. */
export function NeedsToReview({ count = 0 }: { count: number | undefined }) {
  const { t } = useMessages()
  return (
    count > 0 && (
      <TodaySection
        title={t('today.needs')}
        rows={[]}
        empty={t('today.needs.count', { count })}
        offer={{ to: LIST, label: t('today.needs.open') }}
      />
    )
  )
}
