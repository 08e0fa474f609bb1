import type { DailyStep } from '@vestry/contract/rules/report-rules.ts'
import { useMessages } from '../../messages/use-messages.ts'
import classes from './report-chart.module.css'
import { labelOfStep, nameOfStep } from './step-names.ts'

const HEIGHT = 200
/** Room for the number above a bar, and for the day below it. */
const HEAD = 20
const FOOT = 24
/** If there are more bars than this, only the highest one shows its number. */
const MAX_NUMBERS = 26
const MAX_LABELS = 4
/** The share of a step's width that its bars fill. */
const SHARE = 0.7

/** The meaning of the bars: their name, and the number at each step. */
export type Bars = { name: string; counts: readonly number[] }

/**
 * The numbers of each step, as bars side by side. The table beside the chart says the same, so this is only a picture;
 * pointing at a bar shows its numbers.
 */
export function ReportChart(props: {
  title: string
  /** What a bar counts, in a sentence. */
  unit: string
  days: readonly string[]
  step: DailyStep
  bars: readonly Bars[]
}) {
  const { language } = useMessages()
  const { days, step, bars } = props
  const most = Math.max(1, ...bars.flatMap(({ counts }) => counts))
  const width = 100 / Math.max(1, days.length)
  const each = Math.ceil(days.length / MAX_LABELS)
  const floor = HEIGHT - FOOT
  const numbered = days.length * bars.length <= MAX_NUMBERS
  const peak = bars.findIndex(({ counts }) => counts.includes(most))
  const isPeak = (at: number, which: number) => which === peak && bars[peak]?.counts.indexOf(most) === at
  // Centred below a narrow bar, the first label would go beyond the drawing.
  const isEdge = (at: number) => at === 0 && days.length > MAX_NUMBERS / 2
  return (
    <>
      <p className={classes.title}>
        <strong>{props.title}</strong> {props.unit}
      </p>
      {bars.length > 1 && (
        <ul className={classes.legend} aria-hidden>
          {bars.map(({ name }, which) => (
            <li key={name}>
              <svg width="12" height="12" aria-hidden>
                <rect className={classes.bar} data-bars={which} width="12" height="12" />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      <svg className={classes.chart} width="100%" height={HEIGHT} aria-hidden>
        {days.map((day, at) => (
          <g key={day}>
            {bars.map(({ name, counts }, which) => {
              const count = counts[at] ?? 0
              const height = (count / most) * (floor - HEAD)
              const broad = (SHARE / bars.length) * width
              const left = (at + (1 - SHARE) / 2) * width + which * broad
              return (
                <g key={name}>
                  <title>{`${nameOfStep(day, step, language)}: ${name} ${count}`}</title>
                  <rect
                    className={classes.bar}
                    data-bars={which}
                    x={`${left}%`}
                    width={`${broad}%`}
                    y={floor - height}
                    height={height}
                  />
                  {count > 0 && (numbered || isPeak(at, which)) && (
                    <text className={classes.number} x={`${left + broad / 2}%`} y={floor - height - 6}>
                      {count}
                    </text>
                  )}
                </g>
              )
            })}
            {at % each === 0 && (
              <text
                className={classes.label}
                data-edge={isEdge(at) || undefined}
                x={isEdge(at) ? 0 : `${(at + 0.5) * width}%`}
                y={HEIGHT - 6}
              >
                {labelOfStep(day, step, language)}
              </text>
            )}
          </g>
        ))}
        <line className={classes.floor} x1="0" x2="100%" y1={floor} y2={floor} />
      </svg>
    </>
  )
}
