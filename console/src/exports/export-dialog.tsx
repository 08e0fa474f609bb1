import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  EXPORT_FORMATS,
  EXPORT_PARTS,
  type ExportPart,
  MAX_SHEET_ROWS,
} from '@vestry/contract/export-rules.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import { ChoiceFields } from '../forms/choice-fields.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import labels from '../ui/field-labels.module.css'
import { Reference, referenceOf } from '../ui/reference.tsx'
import { EXPORTS, type ExportChoice, type ExportKind, exportList } from './export-calls.ts'
import classes from './export-dialog.module.css'

/** Chooses a list, what is in it and its format, and has the browser keep it as a file. */
export function ExportDialog(props: { kind: ExportKind; onClose: () => void }) {
  const { t } = useMessages()
  const id = useId()
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const [asked, setAsked] = useState(false)
  const [choice, setChoice] = useState<ExportChoice>({
    kind: props.kind,
    format: 'csv',
    parts: [],
    from: '',
    to: '',
  })
  const { kind, format, parts, from, to } = choice
  const change = (part: Partial<ExportChoice>) => {
    setFailure(undefined)
    setChoice((now) => ({ ...now, ...part }))
  }
  const reversed = kind === 'attendance' && from !== '' && to !== '' && to < from

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(true)
    if (reversed) {
      event.currentTarget.querySelector<HTMLElement>('[name=to]')?.focus()
      return
    }
    if (sending.current) {
      return
    }
    sending.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await exportList(choice)
      props.onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const day = (name: 'from' | 'to') => (
    <TextInput
      type="date"
      name={name}
      label={t(`export.${name}`)}
      value={choice[name]}
      error={name === 'to' && asked && reversed && t('export.reversed')}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <DialogFrame onEscape={busy ? undefined : props.onClose} labelledBy={id} describedBy={`${id}-note`}>
      <form
        noValidate
        className={`${classes.form} ${labels.fields}`}
        onSubmit={(event) => void submit(event)}
      >
        <h2 id={id}>{t('export.title')}</h2>
        <NativeSelect
          data-first-focus
          label={t('export.list')}
          data={EXPORTS.map((value) => ({ value, label: t(`export.list.${value}`) }))}
          value={kind}
          description={t(`export.about.${kind}`)}
          inputWrapperOrder={['label', 'input', 'description']}
          onChange={({ currentTarget: { value } }) =>
            change({ kind: EXPORTS.find((one) => one === value) ?? kind })
          }
        />
        {kind === 'attendance' ? (
          <div>
            <div className={classes.days}>
              {day('from')}
              {day('to')}
            </div>
            <p className={classes.help}>{t('export.days')}</p>
          </div>
        ) : (
          <ChoiceFields<ExportPart>
            id={`${id}-parts`}
            name="with"
            legend={t('export.parts')}
            choices={EXPORT_PARTS.map((value) => ({ value, label: t(`export.part.${value}`) }))}
            chosen={parts}
            help={t('export.partsHelp')}
            error={undefined}
            onBlur={() => undefined}
            onChange={(chosen) => change({ parts: chosen })}
          />
        )}
        <NativeSelect
          label={t('export.format')}
          data={EXPORT_FORMATS.map((value) => ({ value, label: t(`export.format.${value}`) }))}
          value={format}
          onChange={({ currentTarget: { value } }) =>
            change({ format: EXPORT_FORMATS.find((one) => one === value) ?? format })
          }
        />
        <p id={`${id}-note`} className={classes.help}>
          {t('export.note')}
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
