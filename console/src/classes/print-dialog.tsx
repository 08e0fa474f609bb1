import { NativeSelect } from '@mantine/core'
import { EXPORT_PARTS, type ExportPart } from '@vestry/contract/rules/export-rules.ts'
import { useId, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { ChoiceFields } from '../forms/choice-fields.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMessages } from '../messages/use-messages.ts'

const LAYOUTS = ['sheet', 'list'] as const

/** How the roster is printed, and which data of the children. */
export type PrintChoice = { layout: (typeof LAYOUTS)[number]; parts: readonly ExportPart[] }

/** Asks what to print; the printing begins once the audit trail has recorded it. */
export function PrintDialog(props: {
  series_id: number
  choice: PrintChoice
  onPrint: (choice: PrintChoice) => void
  onClose: () => void
}) {
  const { t } = useMessages()
  const id = useId()
  const [choice, setChoice] = useState(props.choice)
  const { layout, parts } = choice
  return (
    <FormDialog
      title={t('classes.print.title')}
      submit={t('classes.print.print')}
      send={async () => {
        const body = { series_id: props.series_id, with: [...parts] }
        await callApi('POST /classes/roster/print', { body })
        props.onPrint(choice)
      }}
      onClose={props.onClose}
    >
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
    </FormDialog>
  )
}
