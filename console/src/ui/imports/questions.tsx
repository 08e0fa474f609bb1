import type { ReactNode } from 'react'
import fields from '../forms/field-labels.module.css'
import classes from './questions.module.css'

/** The questions that only the person can answer, one below the other; without any there is nothing. */
export function Questions({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={`${classes.questions} ${fields.fields}`}>
      {children}
    </section>
  )
}

/** A question about several things, with a sentence that says what its answers do. */
export function Question(props: { title: string; text?: string | undefined; children: ReactNode }) {
  return (
    <fieldset className={classes.question}>
      <legend>{props.title}</legend>
      {props.text !== undefined && <p>{props.text}</p>}
      {props.children}
    </fieldset>
  )
}
