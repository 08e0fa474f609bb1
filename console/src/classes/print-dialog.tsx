import { NativeSelect } from '@mantine/core'
import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import type { SeriesSession } from '@vestry/contract/calls/classes.ts'
import { PRINT_PARTS, type PrintPart } from '@vestry/contract/rules/export-rules.ts'
import { useId, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'
import { ChoiceFields } from '../forms/choice-fields.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { useChurch } from '../ui/use-church.ts'
import { marksOf, type SheetMarks, sheetParts } from './sheet-parts.ts'

const LAYOUTS = ['sheet', 'list'] as const

/** How the roster is printed, and which data of the children. */
export type PrintChoice = { layout: (typeof LAYOUTS)[number]; parts: readonly PrintPart[] }

/** What is printed beside what the page has: the marks, and who collects the children. */
export type PrintAnswers = { marks: SheetMarks; collectors: SheetCollectors }
export type SheetCollectors = CallAnswer<'POST /classes/roster/print'>['collectors']

/** Asks what to print; the printing begins once the audit trail has recorded it and the marks are loaded. */
export function PrintDialog(props: {
  series_id: number
  sessions: readonly SeriesSession[]
  choice: PrintChoice
  onPrint: (choice: PrintChoice, answers: PrintAnswers) => void
  onClose: () => void
}) {
  const { t } = useMessages()
  const { families } = useChurch()
  const id = useId()
  const [choice, setChoice] = useState(props.choice)
  const { layout, parts } = choice
  return (
    <FormDialog
      title={t('classes.print.title')}
      submit={t('classes.print.print')}
      send={async () => {
        const body = { series_id: props.series_id, with: [...parts] }
        const { collectors } = await callApi('POST /classes/roster/print', { body })
        const marks: SheetMarks = layout === 'sheet' ? await findMarks(props) : new Map()
        props.onPrint(choice, { marks, collectors })
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
      <ChoiceFields<PrintPart>
        id={`${id}-parts`}
        name="with"
        legend={t('classes.print.parts')}
        choices={PRINT_PARTS.filter((part) => families || part !== 'collectors').map((value) => ({
          value,
          label: t(`export.part.${value}`),
        }))}
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
