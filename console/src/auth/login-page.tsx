import 'virtual:amplify.css'
import './authenticator.css'
import { useLocation } from 'react-router'
import { runtimeConfig } from '../console-config.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { IconAlertTriangle, IconInfoCircle } from '../ui/look/icons.ts'
import { offersHostedUi } from './hosted-ui.ts'
import type { HostedUiError } from './hosted-ui-error.ts'
import { signInOnHostedUi, useHostedUiError } from './hosted-ui-sign-in.ts'
import classes from './login-page.module.css'
import { OAuthNotice } from './oauth-notice.tsx'
import { readReturnPage } from './return-page.ts'
import { useSession } from './session.ts'
import { translateSignIn } from './sign-in-messages.ts'
import { SignInScreens } from './sign-in-screens.tsx'

/** The sign-in screens, and the way back to where the person came from. */
export function LoginPage() {
  const { language } = useMessages()
  const session = useSession()
  const before = readReturnPage(useLocation().state)
  const failure = useHostedUiError()
  const { userPoolId, userPoolClientId, passwordPolicy } = runtimeConfig()
  translateSignIn(passwordPolicy.minLength)
  return (
    <main className={classes.page}>
      <div className={classes.welcome}>
        <h1>{t('signIn.welcome')}</h1>
        <p>{t('signIn.welcome.text')}</p>
      </div>
      {session.status === 'signed_out' && session.why === 'ended' && (
        <p role="status" className={classes.notice}>
          <IconInfoCircle size={20} stroke={1.75} aria-hidden />
          {t('signIn.ended')}
        </p>
      )}
      {session.status === 'signed_out' && failure !== undefined && (
        <p role="alert" className={classes.notice} data-grave>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          {formatHostedUiError(failure)}
        </p>
      )}
      {session.status === 'signed_out' && <OAuthNotice />}
      {userPoolId === '' || userPoolClientId === '' ? (
        <p role="alert" className={classes.notice} data-grave>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          {t('signIn.notConfigured')}
        </p>
      ) : (
        // The labels are read when the screens start, so a change of language restarts them.
        <div className={classes.screens}>
          <SignInScreens key={language} />
        </div>
      )}
      {session.status === 'signed_out' && offersHostedUi(runtimeConfig()) && (
        <button
          type="button"
          className={classes.link}
          onClick={() => void signInOnHostedUi(language, { before, forceSignIn: session.why === 'ended' })}
        >
          {t('signIn.hostedUi')}
        </button>
      )}
      <footer className={classes.footer}>{t('signIn.footer')}</footer>
    </main>
  )
}

function formatHostedUiError(failure: HostedUiError): string {
  switch (failure.why) {
    case 'unreachable':
      return t('data.offline')
    case 'refused':
      return failure.reason === undefined
        ? t('signIn.hosted.refused')
        : t('signIn.hosted.refusedFor', { reason: failure.reason })
    default:
      return t(`signIn.hosted.${failure.why}`)
  }
}
