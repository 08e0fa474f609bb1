import { CognitoError } from '../errors.ts'
import { aside, codeField, field, newPasswordFields, submit } from './form-fields.ts'
import { nextScreen } from './next-screen.ts'
import { readNewPassword, requireCode, requireEmail } from './password-screens.ts'
import { html } from './safe-html.ts'
import { type Outcome, Problem, type ScreenKind, type Turn } from './screen.ts'

const signUp: ScreenKind = {
  title: 'signUpTitle',
  draw(view) {
    return html`${field(view, 'email', {
      label: view.say('email'),
      type: 'email',
      autocomplete: 'username',
      value: view.screen.username ?? '',
      first: true,
    })}${field(view, 'name', { label: view.say('name'), autocomplete: 'name' })}${newPasswordFields(view)}${submit(view, 'createAccount')}<div class="asides">${aside(
      view,
      'back',
      'backToSignIn',
    )}</div>`
  },
  async answer(turn) {
    const username = turn.field('email')
    if (turn.go === 'back') {
      return { screen: { name: 'signIn', username } }
    }
    requireEmail(username)
    const name = turn.field('name')
    if (name === '') {
      throw new Problem('required', 'name')
    }
    const made = await turn.call('SignUp', {
      Username: username,
      Password: readNewPassword(turn),
      UserAttributes: [
        { Name: 'email', Value: username },
        { Name: 'name', Value: name },
      ],
    })
    return made.UserConfirmed === true
      ? { screen: { name: 'signIn', username, notice: 'noticeConfirmed' } }
      : { screen: confirmScreen(username, made.CodeDeliveryDetails?.Destination, made.Session) }
  },
  fieldOf: ({ name }) => (/Password/.test(name) ? 'newPassword' : 'email'),
}

function confirmScreen(username: string, place = username, session?: string) {
  return { name: 'confirmSignUp' as const, username, place, ...(session !== undefined && { session }) }
}

/** Sends another code to somebody whose account is not confirmed yet. */
export async function askConfirmation(turn: Turn, username: string): Promise<Outcome> {
  const sent = await turn.call('ResendConfirmationCode', { Username: username })
  const screen = confirmScreen(username, sent.CodeDeliveryDetails?.Destination)
  return { screen: { ...screen, notice: 'noticeNotConfirmed' } }
}

const confirmSignUp: ScreenKind = {
  title: 'confirmSignUp',
  draw(view) {
    return html`<p>${view.say('signUpCodeText', { place: view.screen.place ?? '' })}</p>${codeField(view)}${submit(
      view,
      'confirm',
    )}<div class="asides">${aside(view, 'again', 'resendCode')}${aside(view, 'back', 'backToSignIn')}</div>`
  },
  async answer(turn) {
    const { username = '', session } = turn.screen
    if (turn.go === 'back') {
      return { screen: { name: 'signIn', username } }
    }
    if (turn.go === 'again') {
      await turn.call('ResendConfirmationCode', { Username: username })
      return { screen: { ...turn.screen, notice: 'noticeSent' } }
    }
    const confirmed = await turn.call('ConfirmSignUp', {
      Username: username,
      ConfirmationCode: requireCode(turn),
      ...(session !== undefined && { Session: session }),
    })
    return signInAfter(turn, username, confirmed.Session)
  },
  fieldOf: () => 'code',
}

/** Goes on without a password where the service lets those in who have just proved their address. */
async function signInAfter(turn: Turn, username: string, session: string | undefined): Promise<Outcome> {
  const begin: Outcome = { screen: { name: 'signIn', username, notice: 'noticeConfirmed' } }
  if (session === undefined) {
    return begin
  }
  try {
    const given = { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: username }, Session: session }
    return await nextScreen(turn, await turn.call('InitiateAuth', given))
  } catch (error) {
    if (error instanceof CognitoError) {
      return begin
    }
    throw error
  }
}

export const signUpScreens = { signUp, confirmSignUp }
