import type { ReactNode } from 'react'
import classes from './list-page.module.css'

/** The line between a list's title and its rows: the search box, and other tools. */
export function ListTools({ children, beside }: { children?: ReactNode; beside?: ReactNode }) {
  return (
    <div className={classes.tools}>
      {children !== undefined && children !== false && <div className={classes.search}>{children}</div>}
      {beside}
    </div>
  )
}
