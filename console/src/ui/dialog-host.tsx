import { lazy, Suspense } from 'react'
import { useOpenBoxes } from './dialogs.ts'

/** Fetches the dialogs' code ahead of the first question. Rejects without a connection. */
export const loadDialogs = () => import('./dialog-boxes.tsx')

const DialogBoxes = lazy(async () => ({ default: (await insistOnBoxes()).DialogBoxes }))
const BETWEEN_TRIES = 2000

/** Somebody waits for an answer: without a connection the dialog opens once there is one. */
async function insistOnBoxes() {
  for (;;) {
    try {
      return await loadDialogs()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES))
    }
  }
}

/** Stands once in the shell; every dialog of the console appears in it. */
export function DialogHost() {
  const open = useOpenBoxes()
  if (open.length === 0) {
    return null
  }
  return (
    <Suspense fallback={null}>
      <DialogBoxes boxes={open} />
    </Suspense>
  )
}
