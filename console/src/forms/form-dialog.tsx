import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialogs/dialog-frame.tsx'
import labels from '../ui/forms/field-labels.module.css'
import { Reference, referenceOf } from '../ui/reference.tsx'
import classes from './form-dialog.module.css'

/**
 * A few fields in a dialog: they are sent only once at a time, and the dialog says what went wrong. The input stays.
 */
export function FormDialog(props: {
  title: string
  /** Shown below the fields, and read out with the title. */
  note?: string | undefined
  submit: string
  /** Returns the field that is wrong; then nothing is sent. */
  check?: (form: HTMLFormElement) => HTMLElement | null
  /** Sends the fields, and closes the dialog after success. */
  send: () => Promise<void>
  /** The meaning of failures whose own sentence does not say it. */
  explain?: (failure: Error) => string | undefined
  onClose: () => void
  /** Cancels the call that is being sent, and closes; without this, nobody can close the dialog while it is sent. */
  onStop?: (() => void) | undefined
  children: ReactNode
  /** Shown below the buttons. */
  after?: ReactNode
}) {
  const { t } = useMessages()
  const id = useId()
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = props.check?.(event.currentTarget) ?? null
    if (wrong !== null) {
      wrong.focus()
      return
    }
    if (sending.current) {
      return
    }
    sending.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await props.send()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const cancel = busy ? props.onStop : props.onClose
  return (
    <DialogFrame
      onEscape={cancel}
      labelledBy={id}
      describedBy={props.note === undefined ? undefined : `${id}-note`}
    >
      <form
        noValidate
        className={`${classes.form} ${labels.fields}`}
        onSubmit={(event) => void submit(event)}
        onChange={() => setFailure(undefined)}
      >
        <h2 id={id}>{props.title}</h2>
        {props.children}
        {props.note !== undefined && (
          <p id={`${id}-note`} className={classes.help}>
            {props.note}
          </p>
        )}
        {failure !== undefined && (
          <div role="alert" className={classes.failure}>
            {props.explain?.(failure) ?? failure.message}
            <Reference id={referenceOf(failure)} />
          </div>
        )}
        <div className={classes.actions}>
          <Button variant="default" disabled={cancel === undefined} onClick={cancel}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {props.submit}
          </Button>
        </div>
        {props.after}
      </form>
    </DialogFrame>
  )
}
