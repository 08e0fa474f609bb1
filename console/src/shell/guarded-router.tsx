import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router'
import { guardedNavigator, onArrival, whereWeAre } from '../ui/guarded-history.ts'
import { isOwnEntry } from './one-person.ts'

/** React Router on the browser's history, with the departures from unsaved work guarded. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setArrival] = useState(whereWeAre)
  // A transition keeps the page that is left on the screen until the next one's code has come.
  useLayoutEffect(
    () =>
      onArrival(() => {
        if (isOwnEntry()) {
          startTransition(() => setArrival(whereWeAre()))
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
