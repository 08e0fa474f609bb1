import type { ChurchSettings } from './church-setting-rules.ts'

/** The id of the element in which a page of the console holds its `RuntimeConfig` as JSON, if the server makes it. */
export const CONFIG_ELEMENT = 'config'

/**
 * What the browser must know at start, served as `/config.json`. Nothing in it is secret.
 * An endpoint may be a path; it then belongs to the origin that served the console.
 */
export type RuntimeConfig = {
  version: string
  /** True if the service worker wrote it into the page, as an earlier visit was told it. */
  kept?: true
  region: string
  /** The address of the API for a console that is served from elsewhere; `/api` without it. */
  apiEndpoint?: string
  userPoolId: string
  userPoolClientId: string
  identityPoolId: string
  /** Absent with Amazon Cognito, whose own endpoints the client knows. */
  userPoolEndpoint?: string
  identityPoolEndpoint?: string
  bucket: string
  /** The address of the bucket itself, path style, such as `/s3/preaching`. */
  storageEndpoint: string
  /** True if the store can't refuse a name that is taken: names are then chosen so that they can't clash. */
  randomNames?: true
  /** True if the browser may remove nothing from the store: the server then removes what is released. */
  serverRemoves?: true
  passwordPolicy: PasswordPolicy
  signIn: SignInRules
  /** The relying party of passkeys: the host that people use, without a port. */
  passkeyHost: string
  /** Host and port of the hosted pages of a user pool elsewhere; absent with the embedded one, which has none. */
  hostedUi?: string
  /** Whether email leaves the server; without a mail server it is kept in the outbox folder. */
  sendsEmail: boolean
  /** The church's own IANA time zone, by which wall-clock times are meant. */
  timeZone: string
  /** Whether the console opens without a connection: a service worker then keeps its files. */
  opensOffline: boolean
  church: ChurchDescription
}

/** What the church has set for everybody's screens. */
export type ChurchDescription = Omit<
  ChurchSettings,
  'logo' | 'timeZone' | 'twoSteps' | 'startsOnToday' | 'gettingStarted'
> & {
  /** The address of its logo, which changes with it; empty when there is none. */
  logo: string
}

export type PasswordPolicy = {
  minLength: number
  requireLowercase: boolean
  requireUppercase: boolean
  requireNumbers: boolean
  requireSpecialCharacters: boolean
}

/** What is asked of people who sign in, and what is offered to them; the server enforces all of it. */
export type SignInRules = {
  /** Whether anybody may create an account. */
  signUp: boolean
  /** Who is asked for a second factor: nobody, those who switch it on, or everybody. */
  mfa: 'off' | 'optional' | 'required'
  secondFactors: readonly SecondFactorKind[]
  firstFactors: readonly FirstFactorKind[]
  /** Whether devices are tracked: never, when the person says so, or always. A tracked device needs no second factor. */
  devices: 'off' | 'opt-in' | 'always'
  /** Whether people who are not signed in get credentials to read from the store. */
  guests: boolean
}

export const SECOND_FACTORS = ['totp', 'email', 'sms'] as const
export type SecondFactorKind = (typeof SECOND_FACTORS)[number]

export const FIRST_FACTORS = ['password', 'passkey', 'email', 'sms'] as const
export type FirstFactorKind = (typeof FIRST_FACTORS)[number]

/** Where Amazon serves what has no endpoint of its own here; without a path. */
export function amazonAddress(service: string, region = ''): string {
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}
