import type { Comparison } from '@vestry/contract/calls/merges.ts'
import { MERGE_CHOICES } from '@vestry/contract/sunday-school/merged-fields.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ATTENDEE_LABELS } from './attendee-fields.ts'
import { type Entries, readValue } from './merge-choices.ts'
import classes from './merge-form.module.css'
import { useValueText } from './use-value-text.ts'

/** What needs no choice: what goes along from both, and what both say. */
export function MergeSummary({ entries, attendance }: Pick<Comparison, 'entries' | 'attendance'>) {
  const { t } = useMessages()
  const textOf = useValueText()
  const [one, other] = entries
  const along = [...goingAlong(entries, attendance)]
  const alike = MERGE_CHOICES.filter(
    (name) =>
      name !== 'photo' && readValue(one, name) === readValue(other, name) && readValue(one, name) !== '',
  )
  return (
    <div className={classes.summary}>
      <section aria-labelledby="merge-along">
        <h2 id="merge-along">{t('merge.along')}</h2>
        <ul>
          {along.length === 0 && <li>{t('merge.along.nothing')}</li>}
          {along.map(([key, values]) => (
            <li key={key}>{t(key, values)}</li>
          ))}
        </ul>
      </section>
      {alike.length > 0 && (
        <section aria-labelledby="merge-in-both">
          <h2 id="merge-in-both">{t('merge.inBoth')}</h2>
          <dl>
            {alike.map((name) => (
              <div key={name}>
                <dt>{name === 'photo' ? t('merge.photo') : t(ATTENDEE_LABELS[name])}</dt>
                <dd>{textOf(one, name)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

function* goingAlong(entries: Entries, attendance: number) {
  const sum = (of: 'absences' | 'follow_ups') => entries.reduce((count, entry) => count + entry[of], 0)
  const titles = [...new Set(entries.flatMap((entry) => entry.classes))]
  const numbers = [...new Set(entries.flatMap(({ sources }) => sources))]
  if (titles.length > 0) {
    yield ['merge.along.classes', { titles: titles.join(', ') }] as const
  }
  if (attendance > 0) {
    yield ['merge.along.attendance', { count: attendance }] as const
  }
  if (sum('absences') > 0) {
    yield ['merge.along.absences', { count: sum('absences') }] as const
  }
  if (sum('follow_ups') > 0) {
    yield ['merge.along.followUps', { count: sum('follow_ups') }] as const
  }
  if (numbers.length > 0) {
    yield ['merge.along.sources', { numbers: numbers.join(', ') }] as const
  }
}
