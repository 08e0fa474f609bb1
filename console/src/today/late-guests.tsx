import type { Guests } from '@vestry/contract/calls/today.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { TodaySection } from './today-section.tsx'

/** How many guests came recently, and how many of them came again; the report names them. */
export function LateGuests({ guests: { from, to, ...counts } }: { guests: Guests }) {
  const { t } = useMessages()
  return (
    <TodaySection
      title={t('today.guests')}
      rows={[]}
      empty={t('today.guests.counts', counts)}
      offer={{ to: `${paths.furtherReport('guests')}?from=${from}&to=${to}`, label: t('today.guests.open') }}
    />
  )
}
