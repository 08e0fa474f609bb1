import { useMessages } from '../messages/use-messages.ts'
import classes from './plain-page.module.css'

/** What a browser can refuse at an address that the console can't do without. */
export type Refused = 'insecure' | 'storage'

/**
 * Shown instead of the console if it can't start: the server sent no configuration, the address has no https, or the
 * browser keeps nothing for it.
 */
export function StartFailure({ why }: { why: 'failed' | Refused }) {
  const { t } = useMessages()
  return (
    <main className={classes.alone}>
      <div className={classes.message}>
        <h1>{t('ui.error.title')}</h1>
        <p>{t(why === 'failed' ? 'shell.start.failed' : `refused.${why}`)}</p>
        <button type="button" className={classes.action} onClick={() => location.reload()}>
          {t('ui.error.retry')}
        </button>
      </div>
    </main>
  )
}
