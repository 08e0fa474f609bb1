import { ACCENTS, type Accent } from '@vestry/contract/rules/church-setting-rules.ts'
import { useId } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { tokensWith } from '../ui/colours/accents.ts'
import classes from './settings-form.module.css'

/** The accents to choose from, each with its colour beside its name. */
export function AccentField(props: { accent: Accent; onChange: (accent: Accent) => void }) {
  const { t } = useMessages()
  const name = useId()
  return (
    <fieldset className={classes.choices}>
      <legend>{t('settings.accent')}</legend>
      {ACCENTS.map((accent) => (
        <label key={accent} className={classes.accent}>
          <input
            type="radio"
            name={name}
            checked={accent === props.accent}
            onChange={() => props.onChange(accent)}
            style={{ accentColor: tokensWith(accent, 'light').accentFill }}
          />
          <span
            className={classes.swatch}
            style={{ background: tokensWith(accent, 'light').accentFill }}
            aria-hidden
          />
          <span>{t(`settings.accent.${accent}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
