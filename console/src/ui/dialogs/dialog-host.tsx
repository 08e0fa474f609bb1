import { type ComponentType, lazy, Suspense, useState } from 'react'
import { type OpenBox, useOpenBoxes } from './dialogs.ts'

type Boxes = ComponentType<{ boxes: readonly OpenBox[] }>

let loaded: Boxes | undefined

/**
 * Fetches the dialogs' code ahead of the first question. Rejects without a connection, and does not ask then: Chromium
 * asks for code that did not come only once.
 */
export async function loadDialogs(): Promise<Boxes> {
  if (!navigator.onLine) {
    throw new Error('There is no connection.')
  }
  loaded = (await import('./dialog-boxes.tsx')).DialogBoxes
  return loaded
}

const LazyBoxes = lazy(async () => ({ default: await insistOnBoxes() }))
const BETWEEN_TRIES = 2000

/** Somebody waits for an answer: without a connection the dialog opens once there is one. */
async function insistOnBoxes(): Promise<Boxes> {
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
  return open.length > 0 && <Dialogs boxes={open} />
}

/** Where the code is there, a dialog is open before the next key or click; a lazy component would come after it. */
function Dialogs({ boxes }: { boxes: readonly OpenBox[] }) {
  const [Boxes] = useState(() => loaded ?? LazyBoxes)
  return (
    <Suspense fallback={null}>
      <Boxes boxes={boxes} />
    </Suspense>
  )
}
