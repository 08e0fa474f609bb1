import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import classes from './today-section.module.css'

/** What is offered while there is nothing yet. */
type Offer = { to: string; label: string }

/** One group of rows under a heading. Without rows it says what will appear here, and links to where that is made. */
export function TodaySection(props: {
  title: string
  rows: readonly ReactNode[]
  /** Shown in place of the rows, with a tick if it is good news. */
  empty: ReactNode
  offer?: Offer | undefined
  /** Below the rows, a link to the others. */
  more?: Offer | undefined
}) {
  const { title, rows, empty, offer, more } = props
  const id = useId()
  const further = rows.length === 0 ? offer : more
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ul className={classes.rows}>{rows}</ul>
      )}
      {further !== undefined && (
        <Link to={further.to} className={classes.further}>
          {further.label}
        </Link>
      )}
    </section>
  )
}
