import { NativeSelect } from '@mantine/core'
import type { SeriesSession } from '@vestry/contract/calls/classes.ts'
import { EXPORT_PARTS, type ExportPart } from '@vestry/contract/rules/export-rules.ts'
import { useId, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'
import { ChoiceFields } from '../forms/choice-fields.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { marksOf, type SheetMarks, sheetParts } from './sheet-parts.ts'

const LAYOUTS = ['sheet', 'list'] as const

/** How the roster is printed, and which data of the children. */
export type PrintChoice = { layout: (typeof LAYOUTS)[number]; parts: readonly ExportPart[] }

/** Asks what to print; the printing begins once the audit trail has recorded it and the marks are loaded. */
export function PrintDialog(props: {
  series_id: number
  sessions: readonly SeriesSession[]
  choice: PrintChoice
  onPrint: (choice: PrintChoice, marks: SheetMarks) => void
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
        props.onPrint(choice, layout === 'sheet' ? await findMarks(props) : new Map())
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

/** The records of the sheet's past classes. */
async function findMarks(of: { series_id: number; sessions: readonly SeriesSession[] }): Promise<SheetMarks> {
  const to = churchToday()
  const from = sheetParts(of.sessions, to)[0]?.[0]?.session_datetime.slice(0, 10)
  if (from === undefined || from > to) {
    return new Map()
  }
  return marksOf(await callApi('GET /reports/register', { query: { series_id: of.series_id, from, to } }))
}
