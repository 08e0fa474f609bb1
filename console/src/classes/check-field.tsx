import classes from './check-field.module.css'

/** A box to tick, with what is wrong with it below. */
export function CheckField(props: {
  id: string
  name: string
  label: string
  checked: boolean
  error: string | undefined
  onBlur: () => void
  onChange: (checked: boolean) => void
}) {
  const { error } = props
  return (
    <div>
      <label className={classes.field}>
        <input
          id={props.id}
          name={props.name}
          type="checkbox"
          checked={props.checked}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${props.id}-error`}
          onBlur={props.onBlur}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
        {props.label}
      </label>
      {error !== undefined && (
        <p id={`${props.id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
