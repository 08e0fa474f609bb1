import { Button } from '@mantine/core'
import { EXPORT_RIGHTS } from '@vestry/contract/rules/export-rules.ts'
import { lazy, Suspense, useState } from 'react'
import { fetchCode } from '../api/fetch-code.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { loadMessages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import type { ExportKind } from './export-calls.ts'

const ExportDialog = lazy(async () => {
  const [{ ExportDialog }] = await fetchCode(() =>
    Promise.all([import('./export-dialog.tsx'), loadMessages('export')]),
  )
  return { default: ExportDialog }
})

/** Opens the dialog that exports lists as files, for people who may. */
export function ExportButton({ kind }: { kind: ExportKind }) {
  const { t } = useMessages()
  const { may } = useOwnRole()
  const [open, setOpen] = useState(false)
  if (!may(EXPORT_RIGHTS)) {
    return null
  }
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('attendees.list.export')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ExportDialog kind={kind} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
