import { isEmailAddress } from '../core/attributes.ts'
import { aside, codeField, field, knownUser, newPasswordFields, submit } from './form-fields.ts'
import { isHostedWord } from './hosted-words.ts'
import { nextScreen, respond } from './next-screen.ts'
import { html } from './safe-html.ts'
import { type Outcome, Problem, type ScreenKind, type Turn } from './screen.ts'

const signIn: ScreenKind = {
  title: 'signIn',
  draw(view) {
    const { say, screen, parts, typed } = view
    const value = screen.username ?? ''
    const knows = (typed('email') || value) !== ''
    return html`${field(view, 'email', {
      label: say('email'),
      type: 'email',
      autocomplete: 'username',
      value,
      first: !knows,
    })}${field(view, 'password', {
      label: say('password'),
      type: 'password',
      autocomplete: 'current-password',
      first: knows,
    })}${submit(view, 'signIn')}<div class="asides">${aside(view, 'forgot', 'forgotPassword')}${
      parts.rules.firstFactors.length > 1 && aside(view, 'others', 'otherWays')
    }${parts.rules.signUp && aside(view, 'signUp', 'createAccount')}</div>`
  },
  async answer(turn) {
    const { go, field: read, call, parts } = turn
    const username = read('email')
    if (go === 'forgot') {
      return { screen: { name: 'forgot', username } }
    }
    if (go === 'signUp' && parts.rules.signUp) {
      return { screen: { name: 'signUp', username } }
    }
    requireEmail(username)
    const known: Turn = { ...turn, screen: { name: 'signIn', username } }
    if (go === 'others') {
      return nextScreen(
        known,
        await call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: username } }),
      )
    }
    const password = requireSecret(turn, 'password')
    return nextScreen(
      known,
      await call('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password },
      }),
    )
  },
  fieldOf: () => 'password',
}

const ATTRIBUTE = 'userAttributes.'

const newPassword: ScreenKind = {
  title: 'changePassword',
  draw(view) {
    const known = JSON.parse(view.screen.parameters?.userAttributes ?? '{}') as Record<string, string>
    return html`<p>${view.say('changePasswordText')}</p>${knownUser(view)}${newPasswordFields(view)}${missingOf(
      view.screen.parameters,
    ).map((name) =>
      field(view, ATTRIBUTE + name, {
        label: isHostedWord(name) ? view.say(name) : name,
        autocomplete: AUTOCOMPLETE[name] ?? 'off',
        type: name === 'birthdate' ? 'date' : name === 'phone_number' ? 'tel' : 'text',
        value: known[name] ?? '',
      }),
    )}${submit(view, 'changePassword')}`
  },
  async answer(turn) {
    const password = readNewPassword(turn)
    const attributes = missingOf(turn.screen.parameters).map((name) => {
      const value = turn.field(ATTRIBUTE + name)
      if (value === '') {
        throw new Problem('required', ATTRIBUTE + name)
      }
      return [ATTRIBUTE + name, value]
    })
    return respond(turn, { NEW_PASSWORD: password, ...Object.fromEntries(attributes) })
  },
  fieldOf: ({ name, message }) =>
    name === 'InvalidParameterException'
      ? ATTRIBUTE + (/user\.(\w+)/.exec(message)?.[1] ?? '')
      : 'newPassword',
}

const AUTOCOMPLETE: Record<string, string> = {
  name: 'name',
  given_name: 'given-name',
  family_name: 'family-name',
  middle_name: 'additional-name',
  nickname: 'nickname',
  phone_number: 'tel',
  birthdate: 'bday',
  website: 'url',
}

function missingOf(parameters: Record<string, string> = {}): string[] {
  const list = JSON.parse(parameters.requiredAttributes ?? '[]') as string[]
  return list.map((name) => name.replace(ATTRIBUTE, ''))
}

const forgot: ScreenKind = {
  title: 'resetPassword',
  draw(view) {
    return html`<p>${view.say('resetText')}</p>${field(view, 'email', {
      label: view.say('email'),
      type: 'email',
      autocomplete: 'username',
      value: view.screen.username ?? '',
      first: true,
    })}${submit(view, 'sendCode')}<div class="asides">${aside(view, 'back', 'backToSignIn')}</div>`
  },
  async answer(turn) {
    const username = turn.field('email')
    if (turn.go === 'back') {
      return { screen: { name: 'signIn', username } }
    }
    requireEmail(username)
    return askReset(turn, username)
  },
  fieldOf: () => 'email',
}

/** Sends a code to choose a new password with. */
export async function askReset(turn: Turn, username: string, required = false): Promise<Outcome> {
  const { CodeDeliveryDetails: delivery } = await turn.call('ForgotPassword', { Username: username })
  return {
    screen: {
      name: 'reset',
      username,
      place: delivery?.Destination ?? username,
      ...(required && { notice: 'noticeResetRequired' as const }),
    },
  }
}

const reset: ScreenKind = {
  title: 'resetPassword',
  draw(view) {
    return html`<p>${view.say('resetCodeText', { place: view.screen.place ?? '' })}</p>${codeField(view)}${knownUser(
      view,
    )}${newPasswordFields(view)}${submit(view, 'changePassword')}<div class="asides">${aside(
      view,
      'again',
      'resendCode',
    )}${aside(view, 'back', 'backToSignIn')}</div>`
  },
  async answer(turn) {
    const { username = '' } = turn.screen
    if (turn.go === 'back') {
      return { screen: { name: 'signIn', username } }
    }
    if (turn.go === 'again') {
      const { CodeDeliveryDetails: delivery } = await turn.call('ForgotPassword', { Username: username })
      return { screen: { ...turn.screen, place: delivery?.Destination ?? username, notice: 'noticeSent' } }
    }
    const code = requireCode(turn)
    await turn.call('ConfirmForgotPassword', {
      Username: username,
      ConfirmationCode: code,
      Password: readNewPassword(turn),
    })
    return { screen: { name: 'signIn', username, notice: 'noticeReset' } }
  },
  fieldOf: ({ name }) => (/Password/.test(name) ? 'newPassword' : 'code'),
}

export const passwordScreens = { signIn, newPassword, forgot, reset }

export function requireEmail(email: string): void {
  if (email === '') {
    throw new Problem('required', 'email')
  }
  if (!isEmailAddress(email)) {
    throw new Problem('badEmail', 'email')
  }
}

export function requireSecret(turn: Turn, name: string): string {
  const value = turn.secret(name)
  if (value === '') {
    throw new Problem('required', name)
  }
  return value
}

export function requireCode(turn: Turn): string {
  const code = turn.field('code').replaceAll(/\s/g, '')
  if (code === '') {
    throw new Problem('required', 'code')
  }
  return code
}

export function readNewPassword(turn: Turn): string {
  const password = requireSecret(turn, 'newPassword')
  if (turn.secret('confirmPassword') !== password) {
    throw new Problem('mustMatch', 'confirmPassword')
  }
  return password
}
