import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import classes from './plain-page.module.css'

/** Shown in place of a page of a part that the church has turned off. */
export function SwitchedOffPage() {
  const { t } = useMessages()
  return (
    <div className={classes.message}>
      <h1>{t('refused.off.title')}</h1>
      <p>{t('refused.off.text')}</p>
      <Link className={classes.action} to={paths.today}>
        {t('refused.off.toToday')}
      </Link>
    </div>
  )
}
