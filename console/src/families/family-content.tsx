import type { Family } from '@vestry/contract/calls/families.ts'
import classes from './family-content.module.css'
import { fullName } from './family-form-fields.ts'

/** A family in few lines: its name, its adults with what reaches them, and its children. */
export function FamilyContent({ of }: { of: Family }) {
  return (
    <span className={classes.family}>
      <b>{of.name}</b>
      {of.adults.map((adult) => (
        <span key={adult.id} className={classes.line}>
          {[fullName(adult), adult.phone, adult.email].filter(Boolean).join(' · ')}
        </span>
      ))}
      {of.children.length > 0 && (
        <span className={classes.children}>{of.children.map(fullName).join(', ')}</span>
      )}
    </span>
  )
}
