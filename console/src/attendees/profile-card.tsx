import { type ReactNode, useId } from 'react'
import classes from './attendee-page.module.css'

/** A part of a child's page. */
export function ProfileCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id} tabIndex={-1}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
