import type { RequestContext } from '../action.ts'
import { type CognitoError, invalidParameter } from '../errors.ts'
import type { HostedParts } from './hosted-parts.ts'
import type { HostedLanguage, HostedWord, Say } from './hosted-words.ts'
import type { Html } from './safe-html.ts'

export type ScreenName =
  | 'signIn'
  | 'newPassword'
  | 'forgot'
  | 'reset'
  | 'code'
  | 'chooseFactor'
  | 'setUpChoice'
  | 'setUpTotp'
  | 'setUpEmail'
  | 'chooseFirst'
  | 'password'
  | 'passkey'
  | 'question'
  | 'signUp'
  | 'confirmSignUp'

/** Which screen stands next, and what its step needs to be answered. It travels sealed in the form. */
export type Screen = {
  name: ScreenName
  username?: string
  challenge?: string
  session?: string
  parameters?: Record<string, string>
  /** The ways there are to choose from, as the protocol names them. */
  choices?: string[]
  /** Where a code went, masked. */
  place?: string
  /** The way in which another code can be had. */
  again?: string
  /** The secret to be shared with an authenticator app. */
  secret?: string
  notice?: HostedWord
}

/** What somebody can mend, next to the field that it is about, or above all of them. */
export class Problem extends Error {
  override name = 'Problem'
  readonly word: HostedWord
  readonly field: string | undefined

  constructor(word: HostedWord, field?: string) {
    super(word)
    this.word = word
    this.field = field
  }
}

export type Outcome = { accessToken: string } | { screen: Screen; problem?: Problem }

/** What a screen is drawn with. */
export type View = {
  screen: Screen
  say: Say
  language: HostedLanguage
  parts: HostedParts
  /** What was typed into a field before, if it may be shown again. */
  typed(name: string): string
  problem: Problem | undefined
}

/** What somebody sent. */
export type Turn = {
  screen: Screen
  parts: HostedParts
  /** The button that was pressed. */
  go: string
  /** A field's value without the blanks around it; passwords are taken as they are. */
  field(name: string): string
  secret(name: string): string
  /** Does an action of the protocol. */
  call(action: string, input: object): Promise<WireAnswer>
}

export type ScreenKind = {
  title: HostedWord
  draw(view: View): Html
  answer(turn: Turn): Promise<Outcome>
  /** Where a mistake belongs that the service finds. */
  fieldOf?(error: CognitoError): string | undefined
}

/** What answers of the protocol may hold, as far as the pages look at it. */
export type WireAnswer = {
  AuthenticationResult?: { AccessToken: string }
  ChallengeName?: string
  ChallengeParameters?: Record<string, string>
  AvailableChallenges?: string[]
  Session?: string
  SecretCode?: string
  UserConfirmed?: boolean
  CodeDeliveryDetails?: { Destination: string }
}

/** Calls the actions as a client of ours does. */
export function callerOf({ actions, ids }: HostedParts, context: RequestContext): Turn['call'] {
  return async (name, input) => {
    const action = actions[name]
    const checked = action?.input.safeParse({ ClientId: ids.userPoolClientId, ...input })
    if (!action || action.signed || !checked?.success) {
      throw invalidParameter(`${name} can't be called so.`)
    }
    return action.act(checked.data, context)
  }
}
