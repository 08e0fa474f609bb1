import { createContext, type ReactNode, useMemo, useState } from 'react'
import { useStoredDraft } from '../forms/stored-draft.ts'
import { askToLeave } from '../ui/guarded-history.ts'

type Editing = {
  /** The form that is open. */
  open: string | undefined
  /** Opens a form in place of the open one, unless the person wants to keep its input. */
  start: (form: string) => Promise<void>
  /** Closes this form, but not another one that was opened meanwhile. */
  close: (form: string) => void
  /** Whether the open form is being saved: until that has ended, no other form takes its place. */
  saving: boolean
  setSaving: (saving: boolean) => void
}

export const EditingContext = createContext<Editing | undefined>(undefined)

/** Only one form at a time is open on a page; at first, the one by which the row `change` is changed. */
export function OneAtATime({ change, children }: { change: string | undefined; children: ReactNode }) {
  const [open, setOpen] = useState(change && `${change} 0`)
  const [saving, setSaving] = useState(false)
  useStoredDraft('account', {
    edits: { open },
    dirty: open !== undefined,
    restore: (edits: { open: string | undefined }) => setOpen(edits.open),
  })
  const editing = useMemo(
    () => ({
      open,
      start: async (form: string) => {
        if (await askToLeave()) {
          setOpen(form)
        }
      },
      close: (form: string) => {
        setSaving(false)
        setOpen((current) => (current === form ? undefined : current))
      },
      saving,
      setSaving,
    }),
    [open, saving],
  )
  return <EditingContext value={editing}>{children}</EditingContext>
}
