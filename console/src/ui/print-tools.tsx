import { lazy, Suspense, useEffect } from 'react'
import { whenIdle } from './when-idle.ts'

type LoadRest = (() => Promise<void>) | undefined

const load = () => import('./print-button.tsx')
const PrintButton = lazy(async () => ({
  default: (await load().catch(() => undefined))?.PrintButton ?? Nothing,
}))

/** The button that prints a list, whose code comes once the list is there. */
export function PrintTools({ loadRest }: { loadRest: LoadRest }) {
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [])
  return (
    <Suspense fallback={null}>
      <PrintButton loadRest={loadRest} />
    </Suspense>
  )
}

/** Without a connection the browser's own printing remains. */
function Nothing(_props: { loadRest: LoadRest }) {
  return null
}
