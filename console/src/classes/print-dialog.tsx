import { Button, NativeSelect } from '@mantine/core'
import { EXPORT_PARTS, type ExportPart } from '@vestry/contract/export-rules.ts'
import { type FormEvent, useId, useState } from 'react'
import { ApiError, callApi } from '../api/call-api.ts'
import classes from '../exports/export-dialog.module.css'
import { ChoiceFields } from '../forms/choice-fields.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import labels from '../ui/field-labels.module.css'
import { Reference, referenceOf } from '../ui/reference.tsx'

const LAYOUTS = ['sheet', 'list'] as const

/** How the roster is printed, and what of the children is on the paper. */
export type PrintChoice = { layout: (typeof LAYOUTS)[number]; parts: readonly ExportPart[] }

/** Asks what is to be on the paper; it is printed once the audit trail has noted it. */
export function PrintDialog(props: {
  series_id: number
  choice: PrintChoice
  onPrint: (choice: PrintChoice) => void
  onClose: () => void
}) {
  const { t } = useMessages()
  const id = useId()
  const [{ layout, parts }, setChoice] = useState(props.choice)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) {
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      await callApi('POST /classes/roster/print', { body: { series_id: props.series_id, with: [...parts] } })
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      setFailure(error)
      setBusy(false)
      return
    }
    props.onPrint({ layout, parts })
  }
  return (
    <DialogFrame onEscape={busy ? undefined : props.onClose} labelledBy={id}>
      <form
        noValidate
        className={`${classes.form} ${labels.fields}`}
        onSubmit={(event) => void submit(event)}
      >
        <h2 id={id}>{t('classes.print.title')}</h2>
        <NativeSelect
          data-first-focus
          label={t('classes.print.layout')}
          data={LAYOUTS.map((value) => ({ value, label: t(`classes.print.layout.${value}`) }))}
          value={layout}
          onChange={({ currentTarget: { value } }) =>
            setChoice((now) => ({ ...now, layout: LAYOUTS.find((one) => one === value) ?? now.layout }))
          }
        />
        <ChoiceFields<ExportPart>
          id={`${id}-parts`}
          name="with"
          legend={t('classes.print.parts')}
          choices={EXPORT_PARTS.map((value) => ({ value, label: t(`export.part.${value}`) }))}
          chosen={parts}
          help={t('classes.print.help')}
          error={undefined}
          onBlur={() => undefined}
          onChange={(chosen) => setChoice((now) => ({ ...now, parts: chosen }))}
        />
        {failure !== undefined && (
          <div role="alert" className={classes.failure}>
            {failure.message}
            <Reference id={referenceOf(failure)} />
          </div>
        )}
        <div className={classes.actions}>
          <Button variant="default" disabled={busy} onClick={props.onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('classes.print.print')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
