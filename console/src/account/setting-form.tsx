import { Button } from '@mantine/core'
import { type MouseEvent, type ReactNode, use, useEffect } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import labels from '../ui/forms/field-labels.module.css'
import classes from './account-page.module.css'
import { EditingContext } from './one-at-a-time.tsx'
import type { Attempt } from './use-attempt.ts'

/** The fields of one row above its two buttons. Escape cancels, as Cancel does. */
export function SettingForm(props: {
  attempt: Attempt
  submit: string
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}) {
  const { t } = useMessages()
  const { busy, failure } = props.attempt
  const setSaving = use(EditingContext)?.setSaving
  useEffect(() => {
    setSaving?.(busy)
    return () => setSaving?.(false)
  }, [busy, setSaving])
  return (
    <form
      className={`${classes.form} ${labels.fields}`}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !busy) {
          props.onCancel()
        }
      }}
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      {props.children}
      {failure !== undefined && <Failure text={failure} />}
      <div className={classes.formActions}>
        <Button variant="default" disabled={busy} onMouseDown={stayInField} onClick={props.onCancel}>
          {t('ui.dialog.cancel')}
        </Button>
        <Button type="submit" loading={busy} onMouseDown={stayInField}>
          {props.submit}
        </Button>
      </div>
    </form>
  )
}

/** A complaint that appears below a field when it is left would move the button from under the pointer. */
function stayInField(event: MouseEvent<HTMLButtonElement>): void {
  if (event.currentTarget.form?.contains(document.activeElement)) {
    event.preventDefault()
  }
}

/** Says why something could not be done, next to where it was tried. */
export function Failure({ text }: { text: string }) {
  return (
    <p role="alert" className={classes.failure}>
      {text}
    </p>
  )
}
