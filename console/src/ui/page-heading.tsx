import type { ReactNode } from 'react'
import classes from './page-heading.module.css'

/** A page's title, with its primary action on the same line. */
export function PageHeading(props: {
  title: string
  /** Draws a title such as ClassHistory as the two words of which it consists; its text stays one word. */
  apart?: boolean | undefined
  children?: ReactNode
}) {
  const { title, apart, children } = props
  const words = apart === true ? title.split(/(?<=\p{Ll})(?=\p{Lu})/u) : [title]
  return (
    <div className={classes.heading}>
      <h1>{words.length === 1 ? title : words.map((word) => <span key={word}>{word}</span>)}</h1>
      {children}
    </div>
  )
}
