import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { fetchCode } from '../api/fetch-code.ts'
import { loadMessages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { ReportFile } from './export-calls.ts'

const ReportDialog = lazy(async () => {
  const [{ ReportDialog }] = await fetchCode(() =>
    Promise.all([import('./report-dialog.tsx'), loadMessages('export')]),
  )
  return { default: ReportDialog }
})

/** Opens the dialog that exports a report as a file; `named` warns that children's names are in it. */
export function ReportExport(props: { files: readonly [ReportFile, ...ReportFile[]]; named: boolean }) {
  const { t } = useMessages()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('reports.export')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
