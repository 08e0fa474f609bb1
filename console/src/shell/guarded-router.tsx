import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router'
import { currentNavigation, guardedNavigator, onNavigation } from '../ui/guarded-history.ts'
import { isOwnEntry } from './one-person.ts'

/** React Router on the browser's history, with a guard before unsaved work is left. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setArrival] = useState(currentNavigation)
  // In a transition, the page that is being left still responds while the next one is drawn. It doesn't wait for code,
  // so that nobody clicks on a page that they have left.
  useLayoutEffect(
    () =>
      onNavigation(() => {
        if (isOwnEntry()) {
          startTransition(() => setArrival(currentNavigation()))
        }
      }),
    [],
  )
  return (
    <Router location={location} navigationType={action} navigator={guardedNavigator}>
      {children}
    </Router>
  )
}
