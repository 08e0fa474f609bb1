import type { ReactNode } from 'react'
import classes from './page-heading.module.css'

/** A page's title, with its primary action on the same line. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.heading}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
