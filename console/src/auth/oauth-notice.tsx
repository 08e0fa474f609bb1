import { Button } from '@aws-amplify/ui-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { IconAlertTriangle, IconInfoCircle } from '../ui/look/icons.ts'
import classes from './login-page.module.css'
import { followOAuthRequest, type OAuthStep, RequestRefused, readOAuthRequest } from './oauth-request.ts'
import { signOut, useSession } from './session.ts'

/**
 * What an app that led here wants. A signed-in person then goes on to the app instead of the console, so they see this
 * once the sign-in has ended.
 */
export function OAuthNotice() {
  const { t } = useMessages()
  const session = useSession()
  const who = session.status === 'signed_in' ? session.sub : undefined
  const { request, error } = readOAuthRequest(useLocation().hash)
  const answer = useQuery({
    queryKey: ['oauth-request', request, who],
    queryFn: () => followOAuthRequest(request ?? ''),
    enabled: request !== undefined,
    placeholderData: () => undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const isStale = answer.error instanceof RequestRefused && answer.error.code === 'invalid_request'
  if (error !== undefined || isStale) {
    return (
      <Notice grave>
        <p>{t(isStale ? 'signIn.oauth.stale' : 'signIn.oauth.unknown')}</p>
        {who !== undefined && (
          <Link to={paths.home} replace>
            {t('signIn.oauth.home')}
          </Link>
        )}
      </Notice>
    )
  }
  if (answer.isError) {
    return (
      <Notice grave>
        <p>{t('data.offline')}</p>
        <button type="button" className={classes.link} onClick={() => void answer.refetch()}>
          {t('ui.error.retry')}
        </button>
      </Notice>
    )
  }
  return answer.data === undefined ? null : <Step {...answer.data} />
}

function Step({ step, app, leave }: OAuthStep) {
  const { t } = useMessages()
  const session = useSession()
  const [isLeaving, setIsLeaving] = useState(false)
  const email = session.status === 'signed_in' ? session.email : ''
  switch (step) {
    case 'leaving':
      return <p role="status">{t('signIn.oauth.leaving', { app })}</p>
    case 'sign_in':
      return (
        <Notice>
          <p>{t('signIn.oauth.signIn', { app })}</p>
          <a href={leave}>{t('ui.dialog.cancel')}</a>
        </Notice>
      )
    case 'sign_in_again':
      return (
        <Notice>
          <p>{t('signIn.oauth.again', { app, email })}</p>
          <Button
            variation="primary"
            isLoading={isLeaving}
            onClick={() => {
              setIsLeaving(true)
              // The widget doesn't forget by itself how the last person signed in.
              void signOut().finally(() => location.reload())
            }}
          >
            {t('signIn.oauth.signInAgain')}
          </Button>
          <a href={leave}>{t('ui.dialog.cancel')}</a>
        </Notice>
      )
    case 'sign_out':
      return (
        <Notice>
          <p>{t('signIn.oauth.signOut', { app, email })}</p>
          <Button
            variation="primary"
            isLoading={isLeaving}
            onClick={() => {
              setIsLeaving(true)
              void signOut().finally(() => location.replace(leave))
            }}
          >
            {t('shell.logout')}
          </Button>
          <a href={leave}>{t('signIn.oauth.stay')}</a>
        </Notice>
      )
  }
}

function Notice({ grave = false, children }: { grave?: boolean; children: ReactNode }) {
  const Icon = grave ? IconAlertTriangle : IconInfoCircle
  return (
    <div role={grave ? 'alert' : 'status'} className={classes.notice} data-grave={grave || undefined}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={classes.choices}>{children}</div>
    </div>
  )
}
