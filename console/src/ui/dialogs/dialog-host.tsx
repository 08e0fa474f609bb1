import { type ComponentType, lazy, Suspense, useState } from 'react'
import { type OpenBox, useOpenBoxes } from './dialogs.ts'

type Boxes = ComponentType<{ boxes: readonly OpenBox[] }>

let loaded: Boxes | undefined

/**
 * Loads the dialogs' code before the first question. Without a connection it rejects without asking, unless a service
 * worker has it, since Chromium asks only once for code that could not be loaded.
 */
export async function loadDialogs(): Promise<Boxes> {
  if (!navigator.onLine && !navigator.serviceWorker?.controller) {
    throw new Error('There is no connection.')
  }
  loaded = (await import('./dialog-boxes.tsx')).DialogBoxes
  return loaded
}

const LazyBoxes = lazy(async () => ({ default: await insistOnBoxes() }))
const BETWEEN_TRIES = 2000

/** Somebody waits for an answer: without a connection, the dialog opens once there is one. */
async function insistOnBoxes(): Promise<Boxes> {
  for (;;) {
    try {
      return await loadDialogs()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES))
    }
  }
}

/** There is one of these in the frame; every dialog of the console appears in it. */
export function DialogHost() {
  const open = useOpenBoxes()
  return open.length > 0 && <Dialogs boxes={open} />
}

/** Once the code is loaded, a dialog is open before the next key or click; a lazy component would open later. */
function Dialogs({ boxes }: { boxes: readonly OpenBox[] }) {
  const [Boxes] = useState(() => loaded ?? LazyBoxes)
  return (
    <Suspense fallback={null}>
      <Boxes boxes={boxes} />
    </Suspense>
  )
}
