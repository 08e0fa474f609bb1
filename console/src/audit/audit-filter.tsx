import { NativeSelect, TextInput } from '@mantine/core'
import { AUDIT_KINDS } from '@vestry/contract/rules/audit-kinds.ts'
import { startTransition, useState } from 'react'
import { churchToday } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import labels from '../ui/forms/field-labels.module.css'
import type { AuditCriteria } from './audit-calls.ts'
import classes from './audit-filter.module.css'

/** The filters of the trail except the person; each applies at once. */
export function AuditFilter(props: {
  criteria: AuditCriteria
  onChange: (change: { kind?: string; from?: string; to?: string }) => void
}) {
  const { t } = useMessages()
  const { criteria, onChange } = props
  const today = churchToday()
  const kinds = AUDIT_KINDS.map((kind) => ({ value: kind as string, label: t(`audit.kind.${kind}`) }))
  const day = (name: 'from' | 'to') => (
    <DayField
      label={t(`audit.filter.${name}`)}
      max={today}
      value={criteria[name] ?? ''}
      onChange={(value) => onChange({ [name]: value })}
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

/** Calls back with a day once it is completely typed: before that there is none, or one in the year 2. */
function DayField(props: { label: string; max: string; value: string; onChange: (value: string) => void }) {
  const { value } = props
  const [typed, setTyped] = useState<{ text: string; over: string }>()
  const text = typed?.over === value ? typed.text : value
  const say = () => {
    if (text !== value) {
      // The field is drawn again with the new address, or with one that the browser went back to before that was drawn.
      startTransition(() => {
        setTyped(undefined)
        props.onChange(text)
      })
    }
  }
  return (
    <TextInput
      type="date"
      label={props.label}
      max={props.max}
      value={text}
      onChange={(event) => setTyped({ text: event.currentTarget.value, over: value })}
      onBlur={say}
      onKeyDown={(event) => event.key === 'Enter' && say()}
    />
  )
}
