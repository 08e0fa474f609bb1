import { Button, NativeSelect } from '@mantine/core'
import { EXPORT_FORMATS, type ExportFormat, MAX_SHEET_ROWS } from '@vestry/contract/export-rules.ts'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import labels from '../ui/field-labels.module.css'
import { Reference, referenceOf } from '../ui/reference.tsx'
import classes from './export-dialog.module.css'

/** The dialog that has the browser keep a file: what is in it, its format, and why it could not be had. */
export function ExportForm(props: {
  id: string
  title: string
  /** What whoever keeps the file should know. */
  note: string
  children: ReactNode
  /** Returns the field that is wrong; nothing is exported then. */
  check?: (form: HTMLFormElement) => HTMLElement | null
  save: (format: ExportFormat) => Promise<void>
  onClose: () => void
}) {
  const { t } = useMessages()
  const { id } = props
  const sending = useRef(false)
  const [format, setFormat] = useState<ExportFormat>('csv')
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
      await props.save(format)
      props.onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return (
    <DialogFrame onEscape={busy ? undefined : props.onClose} labelledBy={id} describedBy={`${id}-note`}>
      <form
        noValidate
        className={`${classes.form} ${labels.fields}`}
        onSubmit={(event) => void submit(event)}
        onChange={() => setFailure(undefined)}
      >
        <h2 id={id}>{props.title}</h2>
        {props.children}
        <NativeSelect
          label={t('export.format')}
          data={EXPORT_FORMATS.map((value) => ({ value, label: t(`export.format.${value}`) }))}
          value={format}
          onChange={({ currentTarget: { value } }) =>
            setFormat((now) => EXPORT_FORMATS.find((one) => one === value) ?? now)
          }
        />
        <p id={`${id}-note`} className={classes.help}>
          {props.note}
        </p>
        {failure !== undefined && (
          <div role="alert" className={classes.failure}>
            {failure instanceof ApiError && failure.code === 'too_large'
              ? t('export.tooLarge', { rows: MAX_SHEET_ROWS })
              : failure.message}
            <Reference id={referenceOf(failure)} />
          </div>
        )}
        <div className={classes.actions}>
          <Button variant="default" disabled={busy} onClick={props.onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('export.download')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
