import type { Plugin } from 'vite'

const LIBRARY = /\/@aws-amplify\/ui(?:-react)?\/dist\/esm\/(.+\.mjs)$/
const TRANSLATE = "import { translate } from '@aws-amplify/ui';\n"

type Patch = { before?: string; replace: [what: string, by: string][] }

/**
 * Patches for texts of the sign-in screens that don't come from their dictionary, for behaviour that differs from the
 * specification, and for the one control that the keyboard can't reach.
 */
const PATCHES: Record<string, Patch> = {
  // No password is trimmed, not even the repeated one.
  'machines/authenticator/actions.mjs': {
    replace: [
      ["...data }, 'password')", "...data }, 'password', 'confirm_password')"],
      [
        'const { email, phone_number } = attributes;',
        "const email = attributes.email_verified !== 'true' && attributes.email;\nconst phone_number = attributes.phone_number_verified !== 'true' && attributes.phone_number;",
      ],
    ],
  },
  // An unverified email address or phone number is asked for, whatever the state of the other one is; so is the answer
  // to a pool's own challenge.
  'machines/authenticator/guards.mjs': {
    replace: [
      [
        "    'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',\n];",
        "'CONFIRM_SIGN_IN_WITH_EMAIL_CODE', 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE'];",
      ],
      [
        'return emailNotVerified && phoneNotVerified;',
        'return Boolean((email && emailNotVerified) || (phone_number && phoneNotVerified));',
      ],
    ],
  },
  // Every call goes through the services that the page gives, whose errors are sentences.
  'machines/authenticator/actors/signIn.mjs': {
    replace: [
      ['return confirmSignIn(input);', 'return services.handleConfirmSignIn(input);'],
      ['return resetPassword({ username });', 'return services.handleForgotPassword({ username });'],
    ],
  },
  // If a password has to be reset once the account is confirmed, that works as after a sign-in.
  'machines/authenticator/actors/signUp.mjs': {
    replace: [
      ['return autoSignIn();', 'return services.handleAutoSignIn();'],
      [
        'resendSignUpCode({ username }) {',
        'resetPassword({ username }) { return services.handleForgotPassword({ username }); },\nresendSignUpCode({ username }) {',
      ],
    ],
  },
  'machines/authenticator/index.mjs': {
    replace: [
      ['verifyUserAttributesActor().withContext', 'verifyUserAttributesActor(context).withContext'],
      [
        "'done.invoke.signUpActor': [",
        "'done.invoke.signUpActor': [{ cond: 'isResetPasswordStep', actions: 'setActorDoneData', target: '#authenticator.forgotPasswordActor' },",
      ],
    ],
  },
  // The code that verifies a contact can be sent again.
  'machines/authenticator/actors/verifyUserAttributes.mjs': {
    replace: [
      ['function verifyUserAttributesActor() {', 'function verifyUserAttributesActor({ services }) {'],
      ['return sendUserAttributeVerificationCode(input);', 'return services.handleSendContactCode(input);'],
      ['return confirmUserAttribute(input);', 'return services.handleConfirmContact(input);'],
      [
        "SKIP: '#verifyUserAttributesActor.resolved',",
        "SKIP: '#verifyUserAttributesActor.resolved', RESEND: 'resend',",
      ],
      [
        "exit: ['clearError', 'clearFormValues', 'clearTouched'],\n                states: {",
        "exit: ['clearError', 'clearFormValues', 'clearTouched'],\nstates: { resend: { tags: 'pending', entry: ['clearError', 'sendUpdate'], invoke: { src: 'resendCode', onDone: 'edit', onError: { actions: 'setRemoteError', target: 'edit' } } },",
      ],
      [
        'async confirmVerifyUserAttribute({',
        'resendCode({ selectedUserAttribute: userAttributeKey }) { return services.handleSendContactCode({ userAttributeKey }); },\nasync confirmVerifyUserAttribute({',
      ],
    ],
  },
  // A nickname that the browser fills in is no telephone number.
  'helpers/authenticator/constants.mjs': {
    replace: [
      [
        "'Enter your Nickname',\n        type: 'text',\n        autocomplete: 'tel'",
        "'Enter your Nickname', type: 'text', autocomplete: 'nickname'",
      ],
    ],
  },
  // If a passkey could not be made, the reason is shown and read out.
  'components/Authenticator/PasskeyPrompt/PasskeyPrompt.mjs': {
    before: TRANSLATE,
    replace: [
      [
        'setError(getPasskeyRegistrationFailedText());',
        'const why = translate(errorMessage); setError(why === errorMessage ? getPasskeyRegistrationFailedText() : why);',
      ],
      [
        '{ className: "amplify-authenticator__passkey-error" }',
        '{ className: "amplify-authenticator__passkey-error", role: "alert" }',
      ],
    ],
  },
  'components/Authenticator/SignInSelectAuthFactor/SignInSelectAuthFactor.mjs': {
    before: TRANSLATE,
    replace: [['label: "Password"', 'label: translate("Password")']],
  },
  'components/Authenticator/VerifyUser/VerifyUser.mjs': {
    replace: [['"Verifying\\u2026"', 'translate("Verifying") + "\\u2026"']],
  },
  'components/Authenticator/SetupTotp/SetupTotp.mjs': {
    before: TRANSLATE,
    replace: [
      ["React.useState('COPY')", "React.useState(() => translate('COPY'))"],
      ['alt: "qr code"', 'alt: translate("qr code")'],
      [
        '{ "data-amplify-copy-svg": true, onClick',
        '{ as: "button", type: "button", "aria-label": copyTextLabel, "data-amplify-copy-svg": true, onClick',
      ],
    ],
  },
  'primitives/Alert/Alert.mjs': {
    before: TRANSLATE,
    replace: [
      ['ComponentText.Alert.dismissButtonLabel,', 'translate(ComponentText.Alert.dismissButtonLabel),'],
    ],
  },
  'primitives/PasswordField/ShowPasswordButton.mjs': {
    before: TRANSLATE,
    replace: [
      ['passwordIsHiddenLabel = passwordIsHidden,', 'passwordIsHiddenLabel = translate(passwordIsHidden),'],
      ['passwordIsShownLabel = passwordIsShown,', 'passwordIsShownLabel = translate(passwordIsShown),'],
      ['showPasswordButtonLabel = showPassword,', 'showPasswordButtonLabel = translate(showPassword),'],
    ],
  },
  'primitives/PhoneNumberField/PhoneNumberField.mjs': {
    before: TRANSLATE,
    replace: [
      [
        'ComponentText.PhoneNumberField.countryCodeLabel,',
        'translate(ComponentText.PhoneNumberField.countryCodeLabel),',
      ],
    ],
  },
}

/** Patches the sign-in screens where there is no setting; a build fails if their code has changed. */
export function patchAmplify(): Plugin {
  const patched = new Set<string>()
  return {
    name: 'vestry:patch-amplify',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      const file = LIBRARY.exec(id)?.[1] ?? ''
      const patch = PATCHES[file]
      if (patch === undefined) {
        return null
      }
      patched.add(file)
      return (
        (patch.before ?? '') + patch.replace.reduce((text, [what, by]) => replaceOnce(text, what, by), code)
      )
    },
    buildEnd(error) {
      const missed = Object.keys(PATCHES).filter((file) => !patched.has(file))
      if (error === undefined && missed.length > 0) {
        this.error(`The sign-in screens no longer have ${missed.join(', ')}`)
      }
    },
  }
}

function replaceOnce(code: string, what: string, by: string): string {
  const parts = code.split(what)
  if (parts.length !== 2) {
    throw new Error(`The sign-in screens no longer say ${what} once`)
  }
  return parts.join(by)
}
