import {
  autoSignIn,
  type ConfirmResetPasswordInput,
  type ConfirmSignInInput,
  type ConfirmSignUpInput,
  type ConfirmSignUpOutput,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  confirmUserAttribute,
  fetchUserAttributes,
  type ResendSignUpCodeInput,
  type ResendSignUpCodeOutput,
  resendSignUpCode,
  resetPassword,
  type SendUserAttributeVerificationCodeInput,
  type SendUserAttributeVerificationCodeOutput,
  type SignInInput,
  type SignInOutput,
  signIn,
  signUp,
} from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { runtimeConfig } from '../console-config.ts'
import { t } from '../messages/messages.ts'
import { canKeepPasskey, canUsePasskeys } from './passkeys-here.ts'
import { sendContactCode } from './send-contact-code.ts'
import { nameOfError } from './session-failures.ts'

/** The steps for which the sign-in screens have a screen; at any other step they would silently start again. */
const KNOWN: ReadonlySet<string> = new Set([
  'CONFIRM_SIGN_IN_WITH_SMS_CODE',
  'CONFIRM_SIGN_IN_WITH_TOTP_CODE',
  'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
  'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
  'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
  'CONFIRM_SIGN_UP',
  'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP',
  'CONTINUE_SIGN_IN_WITH_TOTP_SETUP',
  'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
  'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
  'RESET_PASSWORD',
  'DONE',
])
const SENT_CODE: ReadonlySet<string> = new Set([
  'CONFIRM_SIGN_IN_WITH_SMS_CODE',
  'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
])
const OFFERED_AS = 'vestry.passkey-offered.'

/** The answers given in the present sign-in, so that a code can be sent again; cleared once it has ended. */
let taken: { username: string; password: string; answers: string[] } | undefined
let offersPasskey = false
let finished: 'reset' | 'sign-up' | undefined

/** How the sign-in screens call the server: as they do by themselves, but every step comes to an end. */
export const signInServices = {
  async handleSignIn(input: SignInInput): Promise<SignInOutput> {
    // The screens ask for another code by naming only the method, which doesn't work for a password.
    if (input.options?.preferredChallenge === 'PASSWORD' && input.password === undefined) {
      return await takeStepsAgain()
    }
    finished = undefined
    const { username, password } = input
    taken = password === undefined ? undefined : { username, password, answers: [] }
    return await settle(await said(signIn(input)))
  },

  async handleConfirmSignIn(input: ConfirmSignInInput): Promise<SignInOutput> {
    const output = await said(confirmSignIn(input))
    taken?.answers.push(input.challengeResponse)
    return await settle(output)
  },

  handleSignUp: saying(signUp),
  async handleConfirmSignUp(input: ConfirmSignUpInput): Promise<ConfirmSignUpOutput> {
    const output = await said(confirmSignUp(input))
    // Three minutes after the sign-up began, or after a reload, it signs nobody in.
    finished = output.nextStep.signUpStep === 'DONE' ? 'sign-up' : undefined
    return output
  },

  handleAutoSignIn: () => said(autoSignIn()),

  async handleResendSignUpCode(input: ResendSignUpCodeInput): Promise<ResendSignUpCodeOutput> {
    try {
      return await said(resendSignUpCode(input))
    } catch (error) {
      if (error instanceof Error && error.message === 'User is already confirmed.') {
        finished = 'sign-up'
      }
      throw error
    }
  },

  handleForgotPassword: saying(resetPassword),
  handleSendContactCode: saying(sendCodeToOwn),
  handleConfirmContact: saying(confirmUserAttribute),

  async handleForgotPasswordSubmit(input: ConfirmResetPasswordInput): Promise<void> {
    try {
      await said(confirmResetPassword(input))
    } catch (error) {
      // When a response was lost the library sends the code again, which has been used by then.
      throw nameOfError(error) === 'ExpiredCodeException'
        ? new Error(t('signIn.error.usedCode'), { cause: error })
        : error
    }
    finished = 'reset'
  },
}

/** What has ended well, so that only a sign-in is left to do: resetting a password, or making an account. */
export const whatIsFinished = () => finished

/** For the sign-in screens; a passkey is offered once to each person in each browser that could store one. */
export const passkeyPrompts = () =>
  offersPasskey ? ({ afterSignin: 'ALWAYS', afterSignup: 'NEVER' } as const) : undefined

/** Sends a code that verifies the address or number that the screens name. */
async function sendCodeToOwn({
  userAttributeKey: kind,
}: SendUserAttributeVerificationCodeInput): Promise<SendUserAttributeVerificationCodeOutput> {
  const { [kind]: value = '' } = await fetchUserAttributes()
  return await sendContactCode(kind, value)
}

async function takeStepsAgain(): Promise<SignInOutput> {
  if (taken === undefined) {
    throw new Error(t('signIn.error.startAgainForCode'))
  }
  const { username, password, answers } = taken
  let output = await said(signIn({ username, password }))
  for (const challengeResponse of answers) {
    if (SENT_CODE.has(output.nextStep.signInStep)) {
      break
    }
    output = await said(confirmSignIn({ challengeResponse }))
  }
  if (!SENT_CODE.has(output.nextStep.signInStep)) {
    throw new Error(t('signIn.error.startAgainForCode'))
  }
  return output
}

async function settle(output: SignInOutput): Promise<SignInOutput> {
  const step = output.nextStep.signInStep
  if (step === 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION') {
    throw new Error(t('signIn.error.notThisWay'))
  }
  if (!KNOWN.has(step)) {
    throw new Error(t('signIn.error.unknownStep'))
  }
  if (step === 'DONE' || step === 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED') {
    taken = undefined
  }
  if (step === 'DONE') {
    offersPasskey = await shouldOfferPasskey()
  }
  return output
}

function saying<Input, Output>(step: (input: Input) => Promise<Output>): (input: Input) => Promise<Output> {
  return (input) => said(step(input))
}

/** The library's own sentences about unexpected results name its functions; ours are written for people. */
async function said<Output>(step: Promise<Output>): Promise<Output> {
  try {
    return await step
  } catch (error) {
    // A proxy answers with a web page, or with nothing, when the server doesn't answer.
    if (error instanceof SyntaxError) {
      throw new Error(t('data.error.unavailable'), { cause: error })
    }
    if (error instanceof Error && error.name === 'SignInException') {
      const unknown = /not addressed|MFA setup|FACTOR|Sequential/.test(error.message)
      throw new Error(t(unknown ? 'signIn.error.unknownStep' : 'signIn.error.interrupted'), { cause: error })
    }
    throw error
  }
}

async function shouldOfferPasskey(): Promise<boolean> {
  const config = runtimeConfig()
  const claims = (await cognitoUserPoolsTokenProvider.getTokens())?.idToken?.payload
  const record = OFFERED_AS + String(claims?.sub)
  // A person whose address or number is not verified yet is asked for that first: the screens ask one thing after a
  // sign-in.
  const asked =
    claims === undefined ||
    (claims.email !== undefined && claims.email_verified !== true) ||
    (claims.phone_number !== undefined && claims.phone_number_verified !== true)
  if (
    asked ||
    localStorage.getItem(record) !== null ||
    !config.signIn.firstFactors.includes('passkey') ||
    !canUsePasskeys(config) ||
    !(await canKeepPasskey())
  ) {
    return false
  }
  localStorage.setItem(record, 'yes')
  return true
}
