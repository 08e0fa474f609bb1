import type { ReactNode } from 'react'
import classes from './page-heading.module.css'

/** A page's title, with its primary action on the same line. */
export function PageHeading(props: {
  title: string
  /** Has a title such as ClassHistory drawn as the two words that it is made of; its text stays one. */
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
