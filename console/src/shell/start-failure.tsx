import { useMessages } from '../messages/use-messages.ts'
import classes from './plain-page.module.css'

/** Shown instead of the console if it can't start: the server sent no configuration, or the address has no https. */
export function StartFailure({ why }: { why: 'failed' | 'insecure' }) {
  const { t } = useMessages()
  return (
    <main className={classes.alone}>
      <div className={classes.message}>
        <h1>{t('ui.error.title')}</h1>
        <p>{t(why === 'failed' ? 'shell.start.failed' : 'refused.insecure')}</p>
        <button type="button" className={classes.action} onClick={() => location.reload()}>
          {t('ui.error.retry')}
        </button>
      </div>
    </main>
  )
}
