import type { FastifyInstance } from 'fastify'
import { createOperatorKeys, type OperatorKeys } from './admin/operator-keys.ts'
import { createOperatorAuthenticator } from './admin/operator-signature.ts'
import { createUsers, type Users } from './admin/users.ts'
import type { AuditLog } from './core/audit-events.ts'
import { createChallenges } from './core/factors/challenges.ts'
import { createCodes } from './core/factors/codes.ts'
import type { Deliver } from './core/factors/delivery.ts'
import { sweepDevices } from './core/factors/known-devices.ts'
import { openEncryptor } from './core/keys/open-encryptor.ts'
import { createPasswords } from './core/passwords/passwords.ts'
import { createAccessKeys, type LastingCredential } from './core/requests/access-keys.ts'
import { createAttemptLimiter } from './core/requests/attempt-limiter.ts'
import type { Clock, Database, SignInRules, WithLock } from './core/requests/host.ts'
import { createThrottle } from './core/requests/throttle.ts'
import { type CognitoPool, createCognitoTokens } from './core/tokens/cognito-tokens.ts'
import { createSessions } from './core/tokens/sessions.ts'
import { createSignedTokens } from './core/tokens/signed-tokens.ts'
import { openSigningKeys } from './core/tokens/signing-keys.ts'
import {
  type AssumeRole,
  createTemporaryCredentials,
  type TemporaryCredential,
} from './core/tokens/temporary-credentials.ts'
import { createAccounts } from './core/users/accounts.ts'
import { loadPoolIds, type PoolIds } from './core/users/pool-ids.ts'
import { createUserStore } from './core/users/users-sql.ts'
import { identityPoolActions } from './identity-pool-actions.ts'
import { oauthPlugin } from './oauth/oauth-plugin.ts'
import { wellKnownPlugin } from './oauth/well-known.ts'
import type { CognitoParts, GuardOwnDeletion } from './parts.ts'
import { sweepUnconfirmed } from './self-service/sign-up-actions.ts'
import type { CustomChallenge } from './sign-in/custom-challenge.ts'
import { userPoolActions } from './user-pool-actions.ts'
import { wirePlugin } from './wire.ts'

/** Somebody whom an identity token names. */
type TokenHolder = {
  sub: string
  email: string
  name: string | undefined
  /** In order of precedence. */
  groups: readonly string[]
}

/** The embedded identity service: users, sign-in, tokens, and the keys to the store that come from them. */
export type Cognito = {
  /**
   * Serves `/cognito-idp/`, `/cognito-identity/`, `/<pool id>/.well-known/…`, `/oauth2/…` and `/logout`; if users sign
   * in elsewhere, only `/cognito-identity/`, or nothing if the credentials come from there as well.
   */
  plugin(app: FastifyInstance): Promise<void>
  ids: PoolIds
  /**
   * Whose identity token it is; undefined when it is not, or no longer, valid. `unreachable` when users sign in
   * elsewhere and the keys of that pool can't be fetched.
   */
  verifyIdToken(token: string): Promise<TokenHolder | 'unreachable' | undefined>
  /** What a key of the store may do: a temporary one from a sign-in, or an operator's. */
  findCredential(accessKeyId: string): Promise<TemporaryCredential | LastingCredential | undefined>
  users: Users
  /** The access keys of operators, for the command line. */
  operatorKeys: OperatorKeys
  /** Lets another key sign tokens from now on. */
  rotateKeys(): Promise<void>
  /** Notices keys changed by another process: within a minute, when called every half minute. */
  noticeKeys(): Promise<void>
  /** The key with which the server signs its own calls of the administrator's actions. */
  serverKey: { accessKeyId: string; secretAccessKey: string }
  /** Drops what has expired and makes the next signing key in time; to be called now and then. */
  sweep(): Promise<void>
}

export type CognitoOptions = {
  database: Database
  /** Where the key file is made, in `keys/identity.key`. */
  dataFolder: string
  /** The key file, if it is not in the data folder. */
  keyFile?: string | undefined
  /** The address that users use; the issuer of all tokens derives from it, so it must stay the same. */
  publicUrl: string
  /** The first part of the pools' ids; `us-east-1` without it. */
  region?: string
  deliver: Deliver
  /** Without it nothing is recorded, and AdminListUserAuthEvents answers with nothing. */
  auditLog?: AuditLog
  /** Without them: a password or a passkey, a second factor for those who switch one on, and no sign-up. */
  rules?: SignInRules
  clock?: Clock
  /** To be given if several processes share the database. */
  withLock?: WithLock
  /** The group of the first administrator. */
  adminGroup?: string | undefined
  /** The prefixes of the store that somebody signed in may read and write, such as `images/`. */
  storagePrefixes?: readonly string[]
  /** Whether members of these groups may write to the store; without it every signed-in user may. */
  mayWrite?: (groups: readonly string[]) => boolean
  /** Gets temporary credentials of a store elsewhere; without it the credentials are looked up by `findCredential`. */
  assumeRole?: AssumeRole | undefined
  /** Decides whether somebody may delete their own account; without it everybody may. */
  guardOwnDeletion?: GuardOwnDeletion | undefined
  /** The page that signs users in, also for apps that send them by OAuth; `/login` of the public address. */
  signInPage?: string | undefined
  /** The exact addresses to which apps may have users led back, with a code or after signing out. */
  redirectUris?: readonly string[]
  logoutUris?: readonly string[]
  /** Called each time that somebody is refused for too many attempts. */
  onThrottled?: (() => void) | undefined
  /** Says the language of messages to those who have not chosen one; `en` without it. */
  locale?: () => string
  /** Where users sign in, if not here, and the identity pool that opens the store to them, if it is not ours. */
  cognito?: (CognitoPool & { identityPoolId: string | undefined }) | undefined
  /** Lets users sign in by custom challenges, as Cognito's three triggers make them. */
  customChallenge?: CustomChallenge | undefined
}

const NO_AUDIT_LOG: AuditLog = { record: async () => undefined, list: async () => [] }

/** What is allowed if nothing else is said. */
export const USUAL_RULES: SignInRules = {
  signUp: false,
  mfa: 'optional',
  secondFactors: ['totp', 'email'],
  firstFactors: ['password', 'passkey'],
  devices: 'off',
  guests: false,
}

/** One after the other, within this process. */
function createLock(): WithLock {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

/**
 * Opens the identity service on a database that has its tables. Throws KeyFileError when the key file is missing or is
 * not the one with which the database was made.
 */
export async function createCognito(given: CognitoOptions): Promise<Cognito> {
  const {
    database,
    deliver,
    region = 'us-east-1',
    auditLog = NO_AUDIT_LOG,
    rules = USUAL_RULES,
    mayWrite = () => true,
    clock = { now: Date.now },
    withLock = createLock(),
  } = given
  const cognito = given.cognito && createCognitoTokens(given.cognito, clock)
  const encryptor = await openEncryptor(database, given)
  const ids = await loadPoolIds(database, region)
  const publicUrl = given.publicUrl.replace(/\/$/, '')
  const signInPage = given.signInPage ?? `${publicUrl}/login`
  const issuer = `${publicUrl}/${ids.userPoolId}`
  const keys = await openSigningKeys(database, clock, encryptor)
  const sessions = createSessions(database, clock, encryptor)
  const throttle = createThrottle(database, clock, encryptor, given.onThrottled)
  const users = createUserStore(database, encryptor)
  const passwords = createPasswords(encryptor, ids.userPoolId.split('_')[1] ?? '')
  const accessKeys = createAccessKeys(database, clock, encryptor)
  const serverKey = await accessKeys.own()
  const codes = createCodes(database, clock, encryptor)
  const parts: CognitoParts = {
    database,
    withLock,
    clock,
    deliver,
    auditLog,
    rules,
    mayWrite,
    publicUrl,
    adminGroup: given.adminGroup,
    get locale() {
      return given.locale?.() ?? 'en'
    },
    issuer,
    signInPage,
    redirectUris: given.redirectUris ?? [],
    logoutUris: [signInPage, ...(given.logoutUris ?? [])],
    ids,
    encryptor,
    users,
    passwords,
    sessions,
    tokens: createSignedTokens({ issuer, ids, keys, clock }),
    cognito,
    challenges: createChallenges(database, clock, encryptor),
    codes,
    throttle,
    attemptLimiter: createAttemptLimiter(database, clock, encryptor, throttle),
    customChallenge: given.customChallenge,
    assumeRole: given.assumeRole,
    guardOwnDeletion: given.guardOwnDeletion,
    credentials: createTemporaryCredentials({
      database,
      clock,
      encryptor,
      sessions,
      prefixes: given.storagePrefixes ?? [],
      guests: rules.guests,
      mayWrite,
      foreign: cognito !== undefined,
    }),
    accessKeys,
    accounts: createAccounts({ database, users, passwords, codes, sessions, clock }),
  }
  const actions = userPoolActions(parts)
  const userPool = { path: '/cognito-idp/', target: 'AWSCognitoIdentityProviderService', actions }
  const identityPool = {
    path: '/cognito-identity/',
    target: 'AWSCognitoIdentityService',
    actions: identityPoolActions(parts),
  }
  const services = given.cognito === undefined ? [userPool, identityPool] : [identityPool]
  const protocol = wirePlugin(
    services,
    createOperatorAuthenticator({ region: ids.userPoolId.split('_')[0] ?? '', clock, accessKeys }),
    clock,
  )
  const wellKnown = wellKnownPlugin({ issuer, publicUrl, userPoolId: ids.userPoolId, keys })
  const oauth = oauthPlugin(parts)

  return {
    async plugin(app) {
      if (given.cognito?.identityPoolId === undefined) {
        await app.register(protocol)
      }
      if (given.cognito === undefined) {
        await app.register(wellKnown)
        await app.register(oauth)
      }
    },
    ids: given.cognito
      ? {
          userPoolId: given.cognito.userPoolId,
          userPoolClientId: given.cognito.clientId,
          identityPoolId: given.cognito.identityPoolId ?? ids.identityPoolId,
        }
      : ids,
    async verifyIdToken(token) {
      if (cognito) {
        const claims = await cognito.read(token)
        return claims === 'expired' || claims === 'invalid' ? undefined : claims
      }
      const claims = await parts.tokens.read(token, 'id')
      const user = typeof claims === 'string' ? undefined : await sessions.fullHolder(claims.originJti)
      return (
        user && {
          sub: user.sub,
          email: user.email,
          name: user.attributes.name,
          groups: user.groups,
        }
      )
    },
    findCredential: async (accessKeyId) =>
      (await parts.credentials.find(accessKeyId)) ?? (await accessKeys.findForStore(accessKeyId)),
    users: createUsers(parts),
    operatorKeys: createOperatorKeys(parts),
    async rotateKeys() {
      await keys.rotateNow()
      await auditLog.record({ kind: 'keys_rotated', actor: { name: 'command line' } })
    },
    noticeKeys: keys.notice,
    serverKey,
    async sweep() {
      await keys.sweep()
      await sweepUnconfirmed(parts)
      await sweepDevices(parts)
      for (const part of [
        sessions,
        parts.challenges,
        parts.codes,
        throttle,
        parts.attemptLimiter,
        parts.credentials,
      ]) {
        await part.sweep()
      }
    },
  }
}
