import { NativeSelect } from '@mantine/core'
import { EXPORT_FORMATS, type ExportFormat, MAX_SHEET_ROWS } from '@vestry/contract/rules/export-rules.ts'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/call-api.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMessages } from '../messages/use-messages.ts'

/** The dialog that downloads a file: what is in it, its format, and why it could not be downloaded. */
export function ExportForm(props: {
  title: string
  /** A hint for people who keep the file. */
  note: string
  children: ReactNode
  /** Returns the field that is wrong; then nothing is exported. */
  check?: (form: HTMLFormElement) => HTMLElement | null
  save: (format: ExportFormat) => Promise<void>
  onClose: () => void
}) {
  const { t } = useMessages()
  const { title, note, check, save, onClose } = props
  const [format, setFormat] = useState<ExportFormat>('csv')
  return (
    <FormDialog
      title={title}
      note={note}
      submit={t('export.download')}
      {...(check && { check })}
      send={async () => {
        await save(format)
        onClose()
      }}
      explain={(failure) =>
        failure instanceof ApiError && failure.code === 'too_large'
          ? t('export.tooLarge', { rows: MAX_SHEET_ROWS })
          : undefined
      }
      onClose={onClose}
    >
      {props.children}
      <NativeSelect
        label={t('export.format')}
        data={EXPORT_FORMATS.map((value) => ({ value, label: t(`export.format.${value}`) }))}
        value={format}
        onChange={({ currentTarget: { value } }) =>
          setFormat((now) => EXPORT_FORMATS.find((one) => one === value) ?? now)
        }
      />
    </FormDialog>
  )
}
