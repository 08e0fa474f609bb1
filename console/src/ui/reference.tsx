import { useMessages } from '../messages/use-messages.ts'
import classes from './reference.module.css'

/** The id of the request behind an error, if the server failed. */
export function referenceOf(failure: unknown): string | undefined {
  return failure instanceof Error && 'reference' in failure && typeof failure.reference === 'string'
    ? failure.reference
    : undefined
}

/** The id under which an operator finds the failed request in the log; a click selects all of it for copying. */
export function Reference({ id }: { id: string | undefined }) {
  const { t } = useMessages()
  return id === undefined ? null : (
    <p className={classes.reference}>
      {t('ui.error.reference')} <code>{id}</code>
    </p>
  )
}
