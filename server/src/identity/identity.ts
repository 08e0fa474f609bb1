import { roleOf } from '@vestry/contract/roles.ts'
import type { PasswordPolicy, SignInRules } from '@vestry/contract/runtime-config.ts'
import type { FastifyInstance } from 'fastify'
import type { Journal } from '../audit/journal.ts'
import type { Clock } from '../clock.ts'
import { createLeases } from '../database/leases.ts'
import type { Database } from '../database/open-database.ts'
import { ApiError } from '../http/api-errors.ts'
import type { Caller, VerifyIdToken } from '../http/caller.ts'
import type { Post } from '../mail/post.ts'
import type { SendText } from '../mail/text-messages.ts'
import { identityPoolActions } from './actions/identity-pool-actions.ts'
import { sweepUnconfirmed } from './actions/sign-up-actions.ts'
import { userPoolActions } from './actions/user-pool-actions.ts'
import type { CustomChallenge } from './custom-challenge.ts'
import { sweepDevices } from './devices/known-devices.ts'
import { createChallenges } from './guards/challenges.ts'
import { createCodes } from './guards/codes.ts'
import { createGuesses } from './guards/guesses.ts'
import { createOperatorGate } from './guards/operator-signature.ts'
import { createThrottle } from './guards/throttle.ts'
import { hostedPlugin } from './hosted/hosted-plugin.ts'
import type { IdentityParts } from './identity-parts.ts'
import { identityPlugin } from './identity-plugin.ts'
import { createAccounts } from './people/accounts.ts'
import { passwordPolicy } from './people/password-policy.ts'
import { createPasswords } from './people/passwords.ts'
import { createPeople } from './people/people.ts'
import { createStaff, type Staff } from './people/staff.ts'
import { keepPoolIds, type PoolIds } from './pool-ids.ts'
import { createAccessKeys, type LastingCredential } from './secrets/access-keys.ts'
import { openSealer } from './secrets/open-sealer.ts'
import { createOperatorKeys, type OperatorKeys } from './secrets/operator-keys.ts'
import { type CognitoPool, type CognitoTokens, createCognitoTokens } from './tokens/cognito-tokens.ts'
import { createFamilies } from './tokens/families.ts'
import { createSignedTokens } from './tokens/signed-tokens.ts'
import { openSigningKeys } from './tokens/signing-keys.ts'
import {
  createTemporaryCredentials,
  type LendCredentials,
  type TemporaryCredential,
} from './tokens/temporary-credentials.ts'
import { wellKnownPlugin } from './well-known.ts'

/** The embedded identity service: people, sign-in, tokens, and the keys to the store that come from them. */
export type Identity = {
  /**
   * Serves `/cognito-idp/`, `/cognito-identity/`, `/<pool id>/.well-known/…`, `/oauth2/…` and `/logout`; where people
   * sign in elsewhere, `/cognito-identity/` alone, or nothing if the credentials come from there as well.
   */
  plugin(app: FastifyInstance): Promise<void>
  ids: PoolIds
  passwordPolicy: PasswordPolicy
  verifyIdToken: VerifyIdToken
  /** What a key of the store may do: a temporary one from a sign-in, or an operator's. */
  findCredential(accessKeyId: string): Promise<TemporaryCredential | LastingCredential | undefined>
  staff: Staff
  /** The access keys of operators, for the command line. */
  operatorKeys: OperatorKeys
  /** Lets another key sign tokens from now on. */
  rotateKeys(): Promise<void>
  /** Goes by the keys that another process has changed; to be called every minute. */
  noticeKeys(): Promise<void>
  /** What the server signs its own calls of the administrator's actions with. */
  serverKey: { accessKeyId: string; secretAccessKey: string }
  /** Drops what has run out and makes the next signing key in time; to be called now and then. */
  sweep(): Promise<void>
}

/**
 * Opens the identity service. Throws StartRefused when the key file in the data folder is missing or is
 * not the one that the database was made with.
 */
export async function openIdentity(given: {
  database: Database
  dataFolder: string
  /** The key file, where it does not lie in the data folder. */
  keyFile?: string | undefined
  /** The address that people use; the issuer of all tokens, and to be kept stable, derives from it. */
  publicUrl: string
  /** The church's name, as invitations say it. */
  churchName?: string | undefined
  region: string
  post: Post
  sendText: SendText
  journal: Journal
  rules: SignInRules
  clock: Clock
  /** What of the store somebody signed in may read and write, such as `images/`. */
  storagePrefixes: readonly string[]
  /** Lends credentials to a store elsewhere; without it the credentials open the store of this server. */
  lendCredentials?: LendCredentials | undefined
  /** Where the hosted pages may send people to, beside the console itself: exact addresses. */
  redirectUris?: readonly string[]
  logoutUris?: readonly string[]
  /** Is told each time that somebody is put off for too many attempts. */
  onThrottled?: (() => void) | undefined
  /** The language of letters to those who have not chosen one: `en` (the default) or `es`. */
  locale?: string
  /** Where people sign in, if it is not here, and the identity pool that opens the store to them, if it is not ours. */
  cognito?: (CognitoPool & { identityPoolId: string | undefined }) | undefined
  /** Lets people sign in by challenges of one's own. The product has none; the tests of the protocol do. */
  customChallenge?: CustomChallenge | undefined
}): Promise<Identity> {
  const { database, clock, post, sendText, journal, rules } = given
  const cognito = given.cognito && createCognitoTokens(given.cognito, clock)
  const sealer = await openSealer(database, given)
  const ids = await keepPoolIds(database, given.region)
  const publicUrl = given.publicUrl.replace(/\/$/, '')
  const issuer = `${publicUrl}/${ids.userPoolId}`
  const keys = await openSigningKeys(database, clock, sealer)
  const families = createFamilies(database, clock, sealer)
  const throttle = createThrottle(database, clock, sealer, given.onThrottled)
  const people = createPeople(database, sealer)
  const passwords = createPasswords(sealer, ids.userPoolId.split('_')[1] ?? '')
  const accessKeys = createAccessKeys(database, clock, sealer)
  const serverKey = await accessKeys.own()
  const codes = createCodes(database, clock, sealer)
  const parts: IdentityParts = {
    database,
    leases: createLeases(database, clock),
    clock,
    post,
    sendText,
    journal,
    rules,
    publicUrl,
    churchName: given.churchName,
    locale: given.locale ?? 'en',
    issuer,
    redirectUris: [`${publicUrl}/login`, ...(given.redirectUris ?? [])],
    logoutUris: [`${publicUrl}/login`, ...(given.logoutUris ?? [])],
    ids,
    sealer,
    people,
    passwords,
    families,
    tokens: createSignedTokens({ issuer, ids, keys, clock }),
    cognito,
    challenges: createChallenges(database, clock, sealer),
    codes,
    throttle,
    guesses: createGuesses(database, clock, sealer, throttle),
    customChallenge: given.customChallenge,
    lendCredentials: given.lendCredentials,
    credentials: createTemporaryCredentials({
      database,
      clock,
      sealer,
      families,
      prefixes: given.storagePrefixes,
      guests: rules.guests,
      foreign: cognito !== undefined,
    }),
    accessKeys,
    accounts: createAccounts({ database, people, passwords, codes, families, clock }),
  }
  const actions = userPoolActions(parts)
  const region = ids.userPoolId.split('_')[0] ?? ''
  const userPool = { path: '/cognito-idp/', target: 'AWSCognitoIdentityProviderService', actions }
  const identityPool = {
    path: '/cognito-identity/',
    target: 'AWSCognitoIdentityService',
    actions: identityPoolActions(parts),
  }
  const doors = given.cognito === undefined ? [userPool, identityPool] : [identityPool]
  const protocol = identityPlugin(doors, createOperatorGate({ region, clock, accessKeys }), clock)
  const wellKnown = wellKnownPlugin({ issuer, publicUrl, userPoolId: ids.userPoolId, keys })
  const hosted = hostedPlugin({ ...parts, actions })

  return {
    async plugin(app) {
      if (given.cognito?.identityPoolId === undefined) {
        await app.register(protocol)
      }
      if (given.cognito === undefined) {
        await app.register(wellKnown)
        await app.register(hosted)
      }
    },
    ids: given.cognito
      ? {
          userPoolId: given.cognito.userPoolId,
          userPoolClientId: given.cognito.clientId,
          identityPoolId: given.cognito.identityPoolId ?? ids.identityPoolId,
        }
      : ids,
    passwordPolicy,
    async verifyIdToken(token) {
      if (cognito && given.cognito) {
        return callerOf(await cognito.read(token), given.cognito.userPoolId)
      }
      const claims = await parts.tokens.read(token, 'id')
      const person = typeof claims === 'string' ? undefined : await families.fullHolder(claims.originJti)
      return (
        person && {
          sub: person.sub,
          email: person.email,
          name: person.attributes.name,
          role: roleOf(person.groups, ids.userPoolId),
        }
      )
    },
    findCredential: async (accessKeyId) =>
      (await parts.credentials.find(accessKeyId)) ?? (await accessKeys.findForStore(accessKeyId)),
    staff: createStaff(parts),
    operatorKeys: createOperatorKeys(parts),
    async rotateKeys() {
      await keys.rotateNow()
      await journal.record({ kind: 'keys_rotated', actor: { name: 'command line' } })
    },
    noticeKeys: keys.notice,
    serverKey,
    async sweep() {
      await keys.rotate()
      await sweepUnconfirmed(parts)
      await sweepDevices(parts)
      for (const part of [
        families,
        parts.challenges,
        parts.codes,
        throttle,
        parts.guesses,
        parts.credentials,
      ]) {
        await part.sweep()
      }
    },
  }
}

/** The end of a token is all that ends a sign-in that is known elsewhere: there is nobody here to ask for more. */
function callerOf(
  claims: Awaited<ReturnType<CognitoTokens['read']>>,
  userPoolId: string,
): Caller | undefined {
  if (claims === 'unreachable') {
    throw new ApiError(
      'unavailable',
      'The sign-in service can not be reached just now. Try again in a minute.',
    )
  }
  return typeof claims === 'string' ? undefined : { ...claims, role: roleOf(claims.groups, userPoolId) }
}
