import type { SignInRules } from '@vestry/contract/runtime-config.ts'
import type { Journal } from '../audit/journal.ts'
import type { Clock } from '../clock.ts'
import type { Leases } from '../database/leases.ts'
import type { Database } from '../database/open-database.ts'
import type { Post } from '../mail/post.ts'
import type { SendText } from '../mail/text-messages.ts'
import type { CustomChallenge } from './custom-challenge.ts'
import type { Challenges } from './guards/challenges.ts'
import type { Codes } from './guards/codes.ts'
import type { Guesses } from './guards/guesses.ts'
import type { Throttle } from './guards/throttle.ts'
import type { Accounts } from './people/accounts.ts'
import type { Passwords } from './people/passwords.ts'
import type { People } from './people/people.ts'
import type { PoolIds } from './pool-ids.ts'
import type { AccessKeys } from './secrets/access-keys.ts'
import type { Sealer } from './secrets/sealer.ts'
import type { CognitoTokens } from './tokens/cognito-tokens.ts'
import type { Families } from './tokens/families.ts'
import type { SignedTokens } from './tokens/signed-tokens.ts'
import type { LendCredentials, TemporaryCredentials } from './tokens/temporary-credentials.ts'

/** Everything that the actions work with; built once, in identity.ts. */
export type IdentityParts = {
  database: Database
  leases: Leases
  clock: Clock
  post: Post
  sendText: SendText
  journal: Journal
  /** What the operator allows. */
  rules: SignInRules
  /** The address that people use, without a slash at its end. */
  publicUrl: string
  /** As invitations say it. */
  churchName: string | undefined
  /** The language of letters to those who have not chosen one. */
  locale: string
  issuer: string
  /** Where the hosted pages may send people back to: exact addresses. */
  redirectUris: readonly string[]
  logoutUris: readonly string[]
  ids: PoolIds
  sealer: Sealer
  people: People
  passwords: Passwords
  families: Families
  tokens: SignedTokens
  /** The tokens of those who sign in elsewhere; nobody signs in here then. */
  cognito: CognitoTokens | undefined
  challenges: Challenges
  codes: Codes
  throttle: Throttle
  guesses: Guesses
  credentials: TemporaryCredentials
  /** Lends credentials to a store elsewhere, in place of our own, which open ours alone. */
  lendCredentials: LendCredentials | undefined
  /** Absent where nobody signs in by challenges of their own. */
  customChallenge: CustomChallenge | undefined
  accessKeys: AccessKeys
  accounts: Accounts
}
