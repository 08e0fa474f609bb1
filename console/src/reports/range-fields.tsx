import { NativeSelect } from '@mantine/core'
import type { Ref } from 'react'
import { churchToday } from '../api/church-day.ts'
import { useMessages } from '../messages/use-messages.ts'
import labels from '../ui/forms/field-labels.module.css'
import { queryNow } from '../ui/list/use-address-query.ts'
import { OwnRange } from './own-range.tsx'
import classes from './report-page.module.css'
import {
  chooseRange,
  RANGES,
  type RangeName,
  type ReportRange,
  readRange,
  type Term,
} from './report-range.ts'

/** The time that a report is about. */
export function RangeFields(props: {
  select?: Ref<HTMLSelectElement>
  range: ReportRange
  /** The term of the class that the report is about. */
  term?: Term | undefined
  onShow: (range: ReportRange) => void
}) {
  const { t } = useMessages()
  const { range, term, onShow } = props
  const offered = RANGES.filter((name) => name !== 'term' || term !== undefined)
  return (
    <div className={`${classes.range} ${labels.fields}`}>
      <NativeSelect
        ref={props.select}
        label={t('reports.range')}
        data={offered.map((value) => ({ value, label: t(`reports.range.${value}`) }))}
        value={range.name}
        onChange={(event) => {
          const now = churchToday()
          const shown = readRange(queryNow(), now, term)
          onShow(chooseRange(event.currentTarget.value as RangeName, shown, now, term))
        }}
      />
      {range.name === 'own' && <OwnRange key={`${range.from} ${range.to}`} range={range} onShow={onShow} />}
    </div>
  )
}
