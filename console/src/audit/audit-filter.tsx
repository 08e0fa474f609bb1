import { NativeSelect, TextInput } from '@mantine/core'
import { AUDIT_KINDS } from '@vestry/contract/audit-kinds.ts'
import { churchToday } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import labels from '../ui/field-labels.module.css'
import type { AuditCriteria } from './audit-calls.ts'
import classes from './audit-filter.module.css'

/** What filters the trail besides a person; each applies at once. */
export function AuditFilter(props: {
  criteria: AuditCriteria
  onChange: (change: { kind?: string; from?: string; to?: string }) => void
}) {
  const { t } = useMessages()
  const { criteria, onChange } = props
  const today = churchToday()
  const kinds = AUDIT_KINDS.map((kind) => ({ value: kind as string, label: t(`audit.kind.${kind}`) }))
  const day = (name: 'from' | 'to') => (
    <TextInput
      key={`${name} ${criteria[name] ?? ''}`}
      type="date"
      label={t(`audit.filter.${name}`)}
      max={today}
      defaultValue={criteria[name] ?? ''}
      // While a date is typed it is none, or one of the year 2.
      onBlur={(event) => {
        const value = event.currentTarget.value
        if (value !== (criteria[name] ?? '')) {
          onChange({ [name]: value })
        }
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.currentTarget.blur()
        }
      }}
    />
  )
  return (
    <div className={`${classes.fields} ${labels.fields}`}>
      <NativeSelect
        label={t('audit.filter.kind')}
        data={[
          { value: '', label: t('audit.filter.anyKind') },
          ...kinds.toSorted((one, other) => one.label.localeCompare(other.label)),
        ]}
        value={criteria.kind ?? ''}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
      />
      {day('from')}
      {day('to')}
    </div>
  )
}
