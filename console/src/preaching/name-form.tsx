import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import labels from '../ui/field-labels.module.css'
import { Reference, referenceOf } from '../ui/reference.tsx'
import classes from './name-form.module.css'
import { reloadNames } from './names-calls.ts'

/** A question about a name, in a dialog: it is sent once at a time, and what went wrong is said in it. */
export function NameForm(props: {
  title: string
  submit: string
  /** Sends, and closes what is then over. */
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useMessages()
  const id = useId()
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) {
      return
    }
    sending.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await props.onSubmit()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
      if (error instanceof ApiError && error.status === 404) {
        await reloadNames()
      }
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const gone = failure instanceof ApiError && failure.code === 'not_found'
  return (
    <DialogFrame onEscape={busy ? undefined : props.onClose} labelledBy={id}>
      <form noValidate className={`${classes.form} ${labels.fields}`} onSubmit={(event) => void send(event)}>
        <h2 id={id}>{props.title}</h2>
        {props.children}
        {failure !== undefined && (
          <div role="alert" className={classes.failure}>
            {gone ? t('names.gone') : failure.message}
            <Reference id={referenceOf(failure)} />
          </div>
        )}
        <div className={classes.actions}>
          <Button variant="default" disabled={busy} onClick={props.onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {props.submit}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
