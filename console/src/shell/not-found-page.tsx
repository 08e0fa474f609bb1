import { Link } from 'react-router'
import { useSession } from '../auth/session.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import classes from './plain-page.module.css'
import { StartLink } from './start-link.tsx'

export function NotFoundPage() {
  const { t } = useMessages()
  const signedIn = useSession().status === 'signed_in'
  const content = (
    <div className={classes.message}>
      <h1>{t('refused.notFound.title')}</h1>
      <p>{t('refused.notFound.text')}</p>
      {signedIn ? (
        <StartLink />
      ) : (
        <Link className={classes.action} to={paths.login}>
          {t('refused.notFound.toLogin')}
        </Link>
      )}
    </div>
  )
  return signedIn ? content : <main className={classes.alone}>{content}</main>
}
