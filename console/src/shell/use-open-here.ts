import { useState } from 'react'
import { useLocation } from 'react-router'
import { currentNavigation } from '../ui/guarded-history.ts'

/** Whether something lies open over the page. It belongs to the page that it was opened on, and goes with it. */
export function useOpenHere(): { isOpen: boolean; open: () => void; close: () => void } {
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState<string>()
  const [drawn, setDrawn] = useState(key)
  if (drawn !== key) {
    setDrawn(key)
    setOpenedAt(openedAt === key ? key : undefined)
  }
  return {
    isOpen: openedAt !== undefined,
    // Somebody may be on a page already that is yet to be drawn.
    open: () => setOpenedAt(currentNavigation().location.key),
    close: () => setOpenedAt(undefined),
  }
}
