import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import type { ReportFile } from './export-calls.ts'
import { ExportForm } from './export-form.tsx'

/** Chooses one of a report's tables and its format, and downloads it as a file. */
export function ReportDialog(props: {
  files: readonly [ReportFile, ...ReportFile[]]
  named: boolean
  onClose: () => void
}) {
  const { t } = useMessages()
  const { files } = props
  const [chosen, choose] = useState(0)
  return (
    <ExportForm
      title={t('export.report')}
      note={t(props.named ? 'export.note' : 'export.reportNote')}
      save={(format) => (files[chosen] ?? files[0]).save(format)}
      onClose={props.onClose}
    >
      {files.length > 1 && (
        <NativeSelect
          data-first-focus
          label={t('export.table')}
          data={files.map(({ label }, at) => ({ value: String(at), label }))}
          value={String(chosen)}
          onChange={({ currentTarget: { value } }) => choose(Number(value))}
        />
      )}
    </ExportForm>
  )
}
