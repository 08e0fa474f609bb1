import { createRequire } from 'node:module'
import { aside, choices, codeField, field, submit } from './form-fields.ts'
import type { HostedWord, Say } from './hosted-words.ts'
import { beginSetUp, nextScreen, respond } from './next-screen.ts'
import { requireCode, requireEmail } from './password-screens.ts'
import { type Html, html } from './safe-html.ts'
import { Problem, type ScreenKind, type Turn, type View } from './screen.ts'

const WAYS: Record<string, HostedWord> = {
  EMAIL_OTP: 'byEmail',
  SMS_OTP: 'byText',
  SMS_MFA: 'byText',
  SOFTWARE_TOKEN_MFA: 'byApp',
  PASSWORD: 'byPassword',
  WEB_AUTHN: 'byPasskey',
}

/** The ways to choose from that the pages know, with their names. */
export function waysFor(say: Say, ways: readonly string[] = []): [string, string][] {
  return ways.flatMap((way): [string, string][] => {
    const word = WAYS[way]
    return word ? [[way, say(word)]] : []
  })
}

export function readChoice(turn: Turn): string {
  const way = turn.field('way')
  if (!turn.screen.choices?.includes(way)) {
    throw new Problem('chooseOne', 'way')
  }
  return way
}

const code: ScreenKind = {
  title: 'confirmSignIn',
  draw(view) {
    const { challenge = '', place = '', again } = view.screen
    const word = /^SMS/.test(challenge)
      ? 'codeByText'
      : challenge === 'EMAIL_OTP'
        ? 'codeByMail'
        : 'codeFromApp'
    return html`<p>${view.say(word, { place })}</p>${codeField(view)}${submit(view, 'confirm')}<div class="asides">${
      again !== undefined && aside(view, 'again', 'resendCode')
    }${aside(view, 'back', 'backToSignIn')}</div>`
  },
  async answer(turn) {
    const { challenge = '', again, username = '' } = turn.screen
    if (turn.go === 'back') {
      return { screen: { name: 'signIn', username } }
    }
    if (turn.go === 'again' && again !== undefined) {
      const answer = await turn.call('InitiateAuth', {
        AuthFlow: 'USER_AUTH',
        AuthParameters: { USERNAME: username, PREFERRED_CHALLENGE: again },
      })
      const next = await nextScreen(turn, answer, again)
      return 'screen' in next ? { ...next, screen: { ...next.screen, notice: 'noticeSent' } } : next
    }
    return respond(turn, { [`${challenge}_CODE`]: requireCode(turn) })
  },
  fieldOf: () => 'code',
}

/** The ways that the service offers, as a choice. */
export function drawWays(view: View): Html {
  return html`${choices(view, 'way', waysFor(view.say, view.screen.choices))}${submit(
    view,
    'continue',
  )}<div class="asides">${aside(view, 'back', 'backToSignIn')}</div>`
}

const chooseFactor: ScreenKind = {
  title: 'chooseFactor',
  draw: drawWays,
  async answer(turn) {
    if (turn.go === 'back') {
      return { screen: { name: 'signIn', username: turn.screen.username ?? '' } }
    }
    return respond(turn, { ANSWER: readChoice(turn) })
  },
  fieldOf: () => 'way',
}

const setUpChoice: ScreenKind = {
  title: 'setUpChoice',
  draw(view) {
    return html`<p>${view.say('setUpChoiceText')}</p>${choices(
      view,
      'way',
      waysFor(view.say, view.screen.choices),
    )}${submit(view, 'continue')}`
  },
  answer: async (turn) => beginSetUp(turn, turn.screen, readChoice(turn)),
  fieldOf: () => 'way',
}

const setUpTotp: ScreenKind = {
  title: 'setUpTotp',
  draw(view) {
    const secret = view.screen.secret ?? ''
    return html`<p>${view.say('setUpTotpText')}</p><img class="qr" src="${pictureOf(
      addressOf(secret, view.screen.username ?? ''),
    )}" width="200" height="200" alt="${view.say('qrPicture')}"><p>${view.say('orTypeKey')} <code>${secret.replaceAll(
      /(.{4})(?=.)/g,
      '$1 ',
    )}</code></p>${codeField(view)}${submit(view, 'confirm')}`
  },
  async answer(turn) {
    const { Session: session } = await turn.call('VerifySoftwareToken', {
      Session: turn.screen.session,
      UserCode: requireCode(turn),
    })
    return respond(turn, {}, { session, challenge: 'MFA_SETUP' })
  },
  fieldOf: () => 'code',
}

/** What an authenticator app reads out of the picture. */
function addressOf(secret: string, username: string): string {
  return `otpauth://totp/${encodeURIComponent(`Vestry:${username}`)}?secret=${secret}&issuer=Vestry`
}

function pictureOf(text: string): string {
  // A screen is drawn at once: only `require` reads a package so late, which knip does not see.
  const qrCode = createRequire(import.meta.url)('qrcode') as typeof import('qrcode')
  let picture = ''
  qrCode.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }, (error, svg) => {
    if (error) {
      throw error
    }
    picture = svg
  })
  return `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`
}

const setUpEmail: ScreenKind = {
  title: 'setUpEmail',
  draw(view) {
    return html`<p>${view.say('setUpEmailText')}</p>${field(view, 'email', {
      label: view.say('email'),
      type: 'email',
      autocomplete: 'email',
      value: view.screen.username ?? '',
      first: true,
    })}${submit(view, 'sendCode')}`
  },
  async answer(turn) {
    const email = turn.field('email')
    requireEmail(email)
    return respond(turn, { EMAIL: email }, { challenge: 'MFA_SETUP' })
  },
  fieldOf: () => 'email',
}

export const codeScreens = { code, chooseFactor, setUpChoice, setUpTotp, setUpEmail }
