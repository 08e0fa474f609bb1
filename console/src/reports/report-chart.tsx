import type { AttendanceReport } from '@vestry/contract/reports.ts'
import classes from './report-chart.module.css'

const HEIGHT = 200
/** Room for the number above a bar, and for the day below it. */
const HEAD = 20
const FOOT = 24
/** More bars than these carry no number. */
const MOST_NUMBERS = 16
const MOST_LABELS = 4

/** How many were present at each step, as bars. The table beside it says the same, so that this is a picture alone. */
export function ReportChart(props: {
  steps: AttendanceReport['steps']
  /** What a step is called below its bar. */
  label: (day: string) => string
}) {
  const { steps } = props
  const most = Math.max(1, ...steps.map(({ present }) => present))
  const width = 100 / Math.max(1, steps.length)
  const each = Math.ceil(steps.length / MOST_LABELS)
  const floor = HEIGHT - FOOT
  return (
    <svg className={classes.chart} width="100%" height={HEIGHT} aria-hidden>
      {steps.map(({ day, present }, at) => {
        const height = (present / most) * (floor - HEAD)
        const middle = `${(at + 0.5) * width}%`
        return (
          <g key={day}>
            <rect
              className={classes.bar}
              x={`${(at + 0.15) * width}%`}
              width={`${0.7 * width}%`}
              y={floor - height}
              height={height}
            />
            {present > 0 && steps.length <= MOST_NUMBERS && (
              <text className={classes.number} x={middle} y={floor - height - 6}>
                {present}
              </text>
            )}
            {at % each === 0 && (
              <text className={classes.label} x={middle} y={HEIGHT - 6}>
                {props.label(day)}
              </text>
            )}
          </g>
        )
      })}
      <line className={classes.floor} x1="0" x2="100%" y1={floor} y2={floor} />
    </svg>
  )
}
