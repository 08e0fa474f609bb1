import classes from './large-code.module.css'

/** A code to be written down by hand, or read out to somebody. */
export function largeCode(code: string) {
  return <p className={classes.code}>{code}</p>
}
