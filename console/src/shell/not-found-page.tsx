import { Link } from 'react-router'
import { useSession } from '../auth/session.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import classes from './plain-page.module.css'

export function NotFoundPage() {
  const { t } = useMessages()
  const signedIn = useSession().status === 'signed_in'
  const content = (
    <div className={classes.message}>
      <h1>{t('refused.notFound.title')}</h1>
      <p>{t('refused.notFound.text')}</p>
      <Link className={classes.action} to={signedIn ? paths.preaching : paths.login}>
        {t(signedIn ? 'shell.notFound.toPreaching' : 'refused.notFound.toLogin')}
      </Link>
    </div>
  )
  return signedIn ? content : <main className={classes.alone}>{content}</main>
}
