import classes from './choice-fields.module.css'

type Choice<Value> = {
  value: Value
  label: string
  /** Shown below the field in small letters. */
  detail?: string | undefined
}

/** A few choices, each with a box to tick; below them `help`, and what is wrong. */
export function ChoiceFields<Value extends string>(props: {
  id: string
  name: string
  legend: string
  choices: readonly Choice<Value>[]
  chosen: readonly Value[]
  help: string
  error: string | undefined
  onBlur: () => void
  onChange: (chosen: Value[]) => void
}) {
  const { id, error, chosen } = props
  return (
    <fieldset
      className={classes.choices}
      aria-describedby={error === undefined ? `${id}-help` : `${id}-help ${id}-error`}
    >
      <legend>{props.legend}</legend>
      {props.choices.map(({ value, ...choice }, index) => (
        <ChoiceBox
          key={value}
          {...choice}
          id={index === 0 ? id : undefined}
          name={props.name}
          checked={chosen.includes(value)}
          onBlur={props.onBlur}
          onChange={(wanted) =>
            props.onChange(wanted ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
      <p id={`${id}-help`} className={classes.help}>
        {props.help}
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** One box to tick; below it, in small letters, what it means, and what is wrong. */
export function ChoiceBox(props: {
  id?: string | undefined
  name?: string
  label: string
  detail?: string | undefined
  checked: boolean
  disabled?: boolean
  error?: string | undefined
  onBlur?: () => void
  onChange: (checked: boolean) => void
}) {
  const { id, error } = props
  return (
    <div>
      <label className={classes.choice}>
        <input
          id={id}
          name={props.name}
          type="checkbox"
          checked={props.checked}
          disabled={props.disabled}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onBlur={props.onBlur}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
        <span>{props.label}</span>
        <span className={classes.detail}>{props.detail}</span>
      </label>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
