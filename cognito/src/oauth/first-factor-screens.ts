import { drawWays, readChoice } from './code-screens.ts'
import { aside, field, knownUser, submit } from './form-fields.ts'
import { AT } from './hosted-parts.ts'
import { respond } from './next-screen.ts'
import { requireSecret } from './password-screens.ts'
import { html } from './safe-html.ts'
import { Problem, type ScreenKind } from './screen.ts'

const chooseFirst: ScreenKind = {
  title: 'chooseFirst',
  draw: drawWays,
  async answer(turn) {
    const { username = '' } = turn.screen
    if (turn.go === 'back') {
      return { screen: { name: 'signIn', username } }
    }
    const way = readChoice(turn)
    if (way === 'PASSWORD') {
      return { screen: { ...turn.screen, name: 'password' } }
    }
    return respond(turn, { ANSWER: way }, way.endsWith('_OTP') ? { again: way } : {})
  },
  fieldOf: () => 'way',
}

/** The password of a sign-in that began with a choice. */
const password: ScreenKind = {
  title: 'signIn',
  draw(view) {
    return html`${knownUser(view)}${field(view, 'password', {
      label: view.say('password'),
      type: 'password',
      autocomplete: 'current-password',
      first: true,
    })}${submit(view, 'signIn')}<div class="asides">${aside(view, 'back', 'backToSignIn')}</div>`
  },
  async answer(turn) {
    if (turn.go === 'back') {
      return { screen: { name: 'signIn', username: turn.screen.username ?? '' } }
    }
    const given = { ANSWER: 'PASSWORD', PASSWORD: requireSecret(turn, 'password') }
    return respond(turn, given, { challenge: 'SELECT_CHALLENGE' })
  },
  fieldOf: () => 'password',
}

/** The only screen with a script: the browser's passkeys can be reached in no other way. */
const passkey: ScreenKind = {
  title: 'passkeyTitle',
  draw(view) {
    return html`<p>${view.say('passkeyText')}</p><input type="hidden" name="credential"><p class="wrong" id="passkey-failed" role="alert" hidden>${view.say(
      'passkeyFailed',
    )}</p><noscript><p class="wrong">${view.say('passkeyNeedsScript')}</p></noscript><button class="main" type="button" id="use-passkey" data-options="${
      view.screen.parameters?.CREDENTIAL_REQUEST_OPTIONS ?? ''
    }">${view.say('usePasskey')}</button><div class="asides">${aside(
      view,
      'back',
      'backToSignIn',
    )}</div><script type="module" src="${AT.passkeyScript}"></script>`
  },
  async answer(turn) {
    if (turn.go === 'back') {
      return { screen: { name: 'signIn', username: turn.screen.username ?? '' } }
    }
    const credential = turn.field('credential')
    if (credential === '') {
      throw new Problem('passkeyFailed')
    }
    return respond(turn, { CREDENTIAL: credential })
  },
}

/** A challenge of the church's own: whatever it asks, in its own words. */
const question: ScreenKind = {
  title: 'question',
  draw(view) {
    const asked = view.screen.parameters?.question
    return html`${asked !== undefined && html`<p>${asked}</p>`}${field(view, 'answer', {
      label: view.say('answer'),
      autocomplete: 'off',
      first: true,
    })}${submit(view, 'continue')}<div class="asides">${aside(view, 'back', 'backToSignIn')}</div>`
  },
  async answer(turn) {
    if (turn.go === 'back') {
      return { screen: { name: 'signIn', username: turn.screen.username ?? '' } }
    }
    const answer = turn.field('answer')
    if (answer === '') {
      throw new Problem('required', 'answer')
    }
    return respond(turn, { ANSWER: answer })
  },
  fieldOf: () => 'answer',
}

export const firstFactorScreens = { chooseFirst, password, passkey, question }
