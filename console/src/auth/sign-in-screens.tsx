import {
  Authenticator,
  type AuthenticatorProps,
  Button,
  Heading,
  useAuthenticator,
} from '@aws-amplify/ui-react'
import { I18n } from 'aws-amplify/utils'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { runtimeConfig } from '../console-config.ts'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import { IconAlertTriangle, IconInfoCircle } from '../ui/look/icons.ts'
import classes from './login-page.module.css'
import { OAuthNotice } from './oauth-notice.tsx'
import { readOAuthRequest } from './oauth-request.ts'
import { readReturnPage } from './return-page.ts'
import { useSession } from './session.ts'
import { passkeyPrompts, signInServices, whatIsFinished } from './sign-in-steps.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/** The sign-in screens, from the first one to the page that a signed-in person goes on to. */
export function SignInScreens() {
  // After a session that ended in the middle, the widget would wait for an event that it has had already.
  const endedHere = useSessionsEndedHere()
  return (
    <Authenticator.Provider key={endedHere}>
      <Screens />
    </Authenticator.Provider>
  )
}

function Screens() {
  const { route } = useAuthenticator((context) => [context.route])
  const lost = useLostScreen()
  const kept = useKeptFocus()
  const finished = route === 'signIn' ? whatIsFinished() : undefined
  const { signIn: rules } = runtimeConfig()
  if (useSignedInElsewhere()) {
    return <AfterSignIn />
  }
  return (
    <>
      {lost !== undefined && (
        <p role="alert" className={classes.notice} data-grave>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          {I18n.get(lost)}
        </p>
      )}
      {finished !== undefined && (
        <p role="status" className={classes.notice}>
          <IconInfoCircle size={20} stroke={1.75} aria-hidden />
          {t(finished === 'reset' ? 'signIn.reset.done' : 'signIn.error.accountReady')}
        </p>
      )}
      <div className={classes.widget} {...kept} onInvalidCapture={sayInOurWords} onInputCapture={forgetWords}>
        <Authenticator
          hideSignUp={!rules.signUp}
          loginMechanisms={LOGIN_MECHANISMS}
          formFields={FORM_FIELDS}
          components={COMPONENTS}
          services={SERVICES}
          passwordless={PASSWORDLESS}
        >
          {() => <AfterSignIn />}
        </Authenticator>
      </div>
    </>
  )
}

/** Otherwise the browser would say in its own words, and its own language, what is wrong with a field. */
function sayInOurWords({ target }: FormEvent<HTMLElement>): void {
  if (target instanceof HTMLInputElement && !target.validity.customError) {
    const { valueMissing, typeMismatch } = target.validity
    const mismatch =
      target.type === 'email' ? I18n.get('Please enter a valid email') : t('signIn.error.webAddress')
    target.setCustomValidity(valueMissing ? I18n.get('This field is required') : typeMismatch ? mismatch : '')
  }
}

function forgetWords({ target }: FormEvent<HTMLElement>): void {
  if (target instanceof HTMLInputElement) {
    target.setCustomValidity('')
  }
}

const LOGIN_MECHANISMS: ['email'] = ['email']

const CODE = { label: 'Code', placeholder: 'Code', isRequired: true, inputMode: 'numeric' }
const CODE_FIELD = { confirmation_code: CODE }

const REQUIRED = { isRequired: true }

const FORM_FIELDS = {
  confirmSignIn: CODE_FIELD,
  confirmSignUp: CODE_FIELD,
  confirmVerifyUser: CODE_FIELD,
  confirmResetPassword: CODE_FIELD,
  setupTotp: { ...CODE_FIELD, QR: { totpIssuer: 'Vestry' } },
  // An account always begins with a password, even if one may sign in without: the widget would make it optional.
  signUp: {
    email: { ...REQUIRED, order: 1 },
    name: { ...REQUIRED, order: 2 },
    password: { ...REQUIRED, order: 3 },
    confirm_password: { ...REQUIRED, order: 4 },
  },
}

const PASSWORDLESS = {
  // The password is on the first screen; the other ways are one click away.
  preferredAuthMethod: 'PASSWORD',
  // Read when a sign-in has ended, since only then is it known whether to ask.
  get passkeyRegistrationPrompts() {
    return passkeyPrompts()
  },
} as NonNullable<AuthenticatorProps['passwordless']>

// Their declared types include a second way to call them, with a context first, which the screens don't use; and they
// lack the functions that only our patches call.
const SERVICES = signInServices as object as NonNullable<AuthenticatorProps['services']>

const COMPONENTS = {
  ConfirmSignIn: { Footer: ResendHint },
  ConfirmSignUp: { Footer: BackToSignIn },
  ConfirmResetPassword: { Header: SentCode, Footer: BackToSignIn },
  VerifyUser: { Header: VerifyContact },
  ConfirmVerifyUser: { Header: SentContactCode, Footer: ResendContactCode },
  ForceNewPassword: { FormFields: NewPasswordFields },
}

/**
 * The fields that the first sign-in asks for besides a password, such as a name, are there because they are required.
 */
function NewPasswordFields() {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const input of fields.current?.querySelectorAll('input') ?? []) {
      input.required = true
    }
  })
  return (
    <div ref={fields} className={classes.newPassword}>
      <Authenticator.ForceNewPassword.FormFields />
    </div>
  )
}

/** Says where to find the code that the screen asks for. */
function SentCode() {
  return (
    <>
      <Authenticator.ForgotPassword.Header />
      <p className={classes.about}>
        {t(runtimeConfig().sendsEmail ? 'signIn.reset.sent' : 'signIn.reset.outbox')}
      </p>
    </>
  )
}

/** Asks to verify a contact, unless the server sends nothing by which it could be verified. */
function VerifyContact() {
  const { skipVerification } = useAuthenticator(() => [])
  const { sendsEmail } = runtimeConfig()
  const skip = useEffectEvent(() => skipVerification())
  useEffect(() => {
    if (!sendsEmail) {
      skip()
    }
  }, [sendsEmail])
  return sendsEmail ? (
    <Heading level={3}>{I18n.get('Account recovery requires verified contact information')}</Heading>
  ) : null
}

/** Says where to find the code that verifies a contact. */
function SentContactCode() {
  const { codeDeliveryDetails } = useAuthenticator((context) => [context.codeDeliveryDetails])
  return (
    <>
      <Heading level={3}>{I18n.get('Account recovery requires verified contact information')}</Heading>
      <p className={classes.about}>
        {t('signIn.contact.sent', { to: codeDeliveryDetails?.Destination ?? '' })}
      </p>
    </>
  )
}

function ResendContactCode() {
  const { resendCode, isPending } = useAuthenticator((context) => [context.isPending])
  return (
    <Button variation="link" size="small" isDisabled={isPending} onClick={resendCode}>
      {I18n.get('Resend Code')}
    </Button>
  )
}

/** The link back, which two of the screens lack. */
function BackToSignIn() {
  const { toSignIn } = useAuthenticator(() => [])
  return (
    <Button variation="link" size="small" onClick={toSignIn}>
      {I18n.get('Back to Sign In')}
    </Button>
  )
}

/** Says how to get another code if none can be sent again. */
function ResendHint() {
  const { challengeName, availableAuthMethods } = useAuthenticator((context) => [
    context.challengeName,
    context.availableAuthMethods,
  ])
  const isSent = challengeName === 'EMAIL_OTP' || challengeName === 'SMS_MFA'
  return isSent && availableAuthMethods?.every((method) => method === 'PASSWORD') ? (
    <p className={classes.hint}>{t('signIn.noCode')}</p>
  ) : null
}

const SCREENS: ReadonlySet<string | null> = new Set([
  ...['idle', 'setup', 'transition', 'authenticated', 'signOut', 'signIn', 'signUp', 'confirmSignIn'],
  ...['confirmSignUp', 'selectMfaType', 'setupEmail', 'setupTotp', 'signInSelectAuthFactor', 'passkeyPrompt'],
  ...['forceNewPassword', 'forgotPassword', 'confirmResetPassword', 'verifyUser', 'confirmVerifyUser'],
])
const LONGEST_WAY_BETWEEN = 15_000

/** Goes back to the first screen from screens where the widget can't; returns an error that it had no place to show. */
function useLostScreen(): string | undefined {
  const { route, error, toSignIn } = useAuthenticator((context) => [context.route, context.error])
  const [lost, setLost] = useState<string>()
  useEffect(() => {
    if (SCREENS.has(route)) {
      if (route !== 'signIn') {
        setLost(undefined)
      }
      return
    }
    const leave = () => {
      setLost(error)
      toSignIn()
    }
    const timer = setTimeout(leave, error === undefined ? LONGEST_WAY_BETWEEN : 0)
    return () => clearTimeout(timer)
  }, [route, error, toSignIn])
  return route === 'signIn' ? lost : undefined
}

/** How many sessions have ended while the sign-in screens were open, for example because another tab signed out. */
function useSessionsEndedHere(): number {
  const { status } = useSession()
  const [seen, setSeen] = useState({ status, ended: 0 })
  if (status !== seen.status) {
    setSeen({ status, ended: seen.ended + (status === 'signed_out' ? 1 : 0) })
  }
  return seen.ended
}

/** Whether another tab has signed in while this one shows its first screen. */
function useSignedInElsewhere(): boolean {
  const session = useSession()
  const { route, isPending } = useAuthenticator((context) => [context.route, context.isPending])
  const waits = !isPending && (route === 'signIn' || route === 'signUp' || route === 'forgotPassword')
  return session.status === 'signed_in' && waits
}

/**
 * Leads a signed-in person to the app that sent them, or to where they came from, but not to where somebody else was.
 */
function AfterSignIn() {
  const session = useSession()
  const { state, hash } = useLocation()
  const before = readReturnPage(state)
  if (session.status === 'signed_out') {
    return null
  }
  const { request, error } = readOAuthRequest(hash)
  if ((request ?? error) !== undefined) {
    return <OAuthNotice />
  }
  const theirs = before !== undefined && (before.of === undefined || before.of === session.sub)
  return theirs ? (
    <Navigate to={before.from} state={before.state} replace />
  ) : (
    <Navigate to={paths.home} replace />
  )
}
