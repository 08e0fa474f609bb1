import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import classes from './child-row.module.css'

/** A child's name, with something to say about them. */
export function ChildRow(props: {
  child: { attendee_id: number; first_name: string; last_name: string }
  children: ReactNode
}) {
  const { attendee_id, first_name, last_name } = props.child
  return (
    <li>
      <Link to={paths.attendee(attendee_id)} className={classes.row}>
        <span className={classes.name}>{`${first_name} ${last_name}`}</span>
        <span className={classes.about}>{props.children}</span>
      </Link>
    </li>
  )
}
