import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import classes from './plain-page.module.css'

/** Stands in place of a page that only some roles may see. The server refuses its calls in any case. */
export function RefusedPage() {
  const { t } = useMessages()
  return (
    <div className={classes.message}>
      <h1>{t('shell.refused.title')}</h1>
      <p>{t('shell.refused.text')}</p>
      <Link className={classes.action} to={paths.preaching}>
        {t('shell.notFound.toPreaching')}
      </Link>
    </div>
  )
}
