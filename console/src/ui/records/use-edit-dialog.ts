import { useState } from 'react'
import { flushSync } from 'react-dom'

/** A dialog for a record of a list, or for a new one. */
type EditDialog<Row> = { row: Row | undefined; close: () => void }

/**
 * The dialog that is open, and how a row's action opens it for that row, or for a new one; it resolves once the dialog is
 * closed, with false, since the row stays.
 */
export function useEditDialog<Row>() {
  const [open, setOpen] = useState<EditDialog<Row>>()
  const edit = (row: Row | undefined) =>
    new Promise<boolean>((resolve) => {
      setOpen({
        row,
        close() {
          // Behind an open dialog the focus would find nothing.
          flushSync(() => setOpen(undefined))
          resolve(false)
        },
      })
    })
  return { open, edit }
}
