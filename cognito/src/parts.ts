import type { AuditLog } from './core/audit-events.ts'
import type { Challenges } from './core/factors/challenges.ts'
import type { Codes } from './core/factors/codes.ts'
import type { Deliver } from './core/factors/delivery.ts'
import type { Encryptor } from './core/keys/encryptor.ts'
import type { Passwords } from './core/passwords/passwords.ts'
import type { AccessKeys } from './core/requests/access-keys.ts'
import type { AttemptLimiter } from './core/requests/attempt-limiter.ts'
import type { Clock, Database, SignInRules, WithLock } from './core/requests/host.ts'
import type { Throttle } from './core/requests/throttle.ts'
import type { CognitoTokens } from './core/tokens/cognito-tokens.ts'
import type { Sessions } from './core/tokens/sessions.ts'
import type { SignedTokens } from './core/tokens/signed-tokens.ts'
import type { AssumeRole, TemporaryCredentials } from './core/tokens/temporary-credentials.ts'
import type { Accounts } from './core/users/accounts.ts'
import type { PoolIds } from './core/users/pool-ids.ts'
import type { UserStore } from './core/users/users-sql.ts'
import type { CustomChallenge } from './sign-in/custom-challenge.ts'

/** Deletes somebody's own account with `remove`, or returns why it must stay. */
export type GuardOwnDeletion = (sub: string, remove: () => Promise<void>) => Promise<string | undefined>

/** Everything that the actions work with; built once, in service.ts. */
export type CognitoParts = {
  database: Database
  withLock: WithLock
  clock: Clock
  deliver: Deliver
  auditLog: AuditLog
  /** What the operator allows. */
  rules: SignInRules
  mayWrite: (groups: readonly string[]) => boolean
  /** The address that users use, without a slash at its end. */
  publicUrl: string
  /** The group of the first administrator. */
  adminGroup: string | undefined
  /** The language of emails to those who have not chosen one. */
  locale: string
  issuer: string
  /** The address of the page that signs users in. */
  signInPage: string
  /** The exact addresses to which apps may have users led back. */
  redirectUris: readonly string[]
  logoutUris: readonly string[]
  ids: PoolIds
  encryptor: Encryptor
  users: UserStore
  passwords: Passwords
  sessions: Sessions
  tokens: SignedTokens
  /** The tokens of those who sign in elsewhere; then nobody signs in here. */
  cognito: CognitoTokens | undefined
  challenges: Challenges
  codes: Codes
  throttle: Throttle
  attemptLimiter: AttemptLimiter
  credentials: TemporaryCredentials
  /** Gets temporary credentials of a store elsewhere; the service's own open only its own store. */
  assumeRole: AssumeRole | undefined
  guardOwnDeletion: GuardOwnDeletion | undefined
  /** Absent if there are no custom challenges. */
  customChallenge: CustomChallenge | undefined
  accessKeys: AccessKeys
  accounts: Accounts
}
