import type { RollCollector } from '@vestry/contract/calls/attendance.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatShortDay } from '../ui/wall-clock.ts'

/** Who collects a child, and who must not, on paper: a sheet hangs for a term, so that today has its date. */
export function CollectorLines({ of, today }: { of: readonly RollCollector[]; today: string }) {
  const { t, language } = useMessages()
  const named = of.filter(({ rule }) => rule !== 'barred')
  const barred = of.filter(({ rule }) => rule === 'barred').map(({ name }) => name)
  return (
    <>
      {named.map(({ adult_id, name, rule }) => (
        <div key={adult_id}>
          {rule === 'today'
            ? t('classes.roster.onlyOn', { name, day: formatShortDay(today, language) })
            : name}
        </div>
      ))}
      {barred.length > 0 && <strong>{t('classes.roster.barred', { names: barred.join(', ') })}</strong>}
    </>
  )
}
