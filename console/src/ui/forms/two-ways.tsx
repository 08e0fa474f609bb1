import type { ReactNode } from 'react'
import classes from './two-ways.module.css'

/** Two things side by side, and what is of both below them, of which one is chosen. */
export function TwoWays(props: {
  name: string
  legend: ReactNode
  large?: boolean
  /** What is chosen; undefined while nothing is. */
  value: number | undefined
  ways: readonly { value: number; shown: ReactNode }[]
  error?: string | undefined
  onChange: (value: number) => void
}) {
  const { name, error } = props
  return (
    <fieldset
      className={classes.ways}
      data-large={props.large}
      data-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `${name}-error`}
    >
      <legend>{props.legend}</legend>
      <div className={classes.both}>
        {props.ways.map(({ value, shown }, at) => (
          <label key={value} className={classes.way} data-below={at > 1 || undefined}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            {shown}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
