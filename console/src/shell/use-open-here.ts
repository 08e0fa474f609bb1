import { useState } from 'react'
import { useLocation } from 'react-router'
import { currentNavigation } from '../ui/guarded-history.ts'

/** Whether something is open over the page. It belongs to the page on which it was opened, and closes with it. */
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
    // The address may already be that of a page which is not drawn yet.
    open: () => setOpenedAt(currentNavigation().location.key),
    close: () => setOpenedAt(undefined),
  }
}
