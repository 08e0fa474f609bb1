import type { ReactNode } from 'react'
import classes from './list-notice.module.css'

/** Shown in place of rows: says why there are none, and offers what helps. */
export function ListNotice(props: { title: string; text: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.notice}>
      {props.icon}
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      <div>{props.children}</div>
    </div>
  )
}
