import { Button } from '@mantine/core'
import { MAX_LOGO } from '@vestry/contract/rules/church-setting-rules.ts'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { FileButton } from '../ui/pictures/file-button.tsx'
import { drawLogo } from './draw-logo.ts'
import classes from './settings-form.module.css'

/** The church's logo: a picture that is made small where it is chosen. */
export function LogoField(props: { id: string; logo: string; onChange: (logo: string) => void }) {
  const { t } = useMessages()
  const [isUnreadable, setIsUnreadable] = useState(false)
  const { id, logo } = props
  const choose = async (file: File) => {
    const small = await drawLogo(file, MAX_LOGO).catch(() => undefined)
    setIsUnreadable(small === undefined)
    if (small !== undefined) {
      props.onChange(small)
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take the place of the label
    <div
      className={classes.logo}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-about`}
    >
      <span id={`${id}-label`} className={classes.label}>
        {t('settings.logo')}
      </span>
      <div className={classes.picture}>
        {logo !== '' && <img src={logo} alt={t('settings.logo.shown')} width={64} height={64} />}
        <FileButton
          id={id}
          label={t(logo === '' ? 'settings.logo.choose' : 'settings.logo.replace')}
          onFile={(file) => void choose(file)}
        />
        {logo !== '' && (
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              props.onChange('')
              document.getElementById(id)?.focus()
            }}
          >
            {t('settings.logo.remove')}
          </Button>
        )}
      </div>
      <p
        id={`${id}-about`}
        role={isUnreadable ? 'alert' : undefined}
        className={isUnreadable ? classes.error : classes.help}
      >
        {t(
          isUnreadable
            ? 'settings.logo.unreadable'
            : logo === ''
              ? 'settings.logo.none'
              : 'settings.logo.help',
        )}
      </p>
    </div>
  )
}
