import { PARTS, type Part } from '@vestry/contract/church-setting-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import classes from './settings-form.module.css'

/** Which parts of the church's work are shown. */
export function PartsField(props: {
  id: string
  name: string
  parts: readonly Part[]
  error: string | undefined
  onBlur: () => void
  onChange: (parts: Part[]) => void
}) {
  const { t } = useMessages()
  const { id, error, parts } = props
  return (
    <fieldset className={classes.choices} aria-describedby={`${id}-about`}>
      <legend>{t('settings.parts')}</legend>
      {PARTS.map((part, index) => (
        <label key={part}>
          <input
            id={index === 0 ? id : undefined}
            name={props.name}
            type="checkbox"
            checked={parts.includes(part)}
            onBlur={props.onBlur}
            onChange={(event) => {
              const { checked } = event.currentTarget
              props.onChange(PARTS.filter((one) => (one === part ? checked : parts.includes(one))))
            }}
          />
          <span>{t(`settings.parts.${part}`)}</span>
        </label>
      ))}
      <p id={`${id}-about`} className={error === undefined ? classes.help : classes.error}>
        {error ?? t('settings.parts.help')}
      </p>
    </fieldset>
  )
}
