import type { ReportStep } from '@vestry/contract/rules/report-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import { type Bars, ReportChart } from '../ui/reports/report-chart.tsx'
import { formatDate } from '../ui/wall-clock.ts'
import classes from './report-page.module.css'
import type { ReportRange } from './report-range.ts'

/** The sentence of a report and its chart. */
export function ReportFigure(props: {
  sentence: string
  /** The numbers of the time before; absent if nothing is known of it. */
  compared: string | undefined
  /** What the chart shows, and what a bar of it counts. */
  title: string
  unit: string
  range: ReportRange
  step: ReportStep
  days: readonly string[]
  bars: readonly Bars[]
  stale: boolean
}) {
  const { language } = useMessages()
  const { range, stale, compared } = props
  return (
    <figure className={classes.figure} data-stale={stale || undefined} aria-busy={stale}>
      <figcaption>
        <p>{props.sentence}</p>
        <p>
          {formatDate(range.from, language)} – {formatDate(range.to, language)}
          {compared !== undefined && `. ${compared}`}
        </p>
      </figcaption>
      {props.bars.some(({ counts }) => counts.some((count) => count > 0)) && <ReportChart {...props} />}
    </figure>
  )
}
