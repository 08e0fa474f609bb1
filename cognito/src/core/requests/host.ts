import type { Kysely } from 'kysely'
import type { CognitoTables } from '../users/cognito-tables.ts'

// What the embedding program gives to the service.

/** Milliseconds since 1970. */
export type Clock = { now(): number }

/** A database that has the tables of {@link CognitoTables}. SQLite must check foreign keys; PostgreSQL's bigint must be read as a number. */
export type Database = { sql: Kysely<CognitoTables>; dialect: 'sqlite' | 'postgres' }

/** Runs work while nobody else does, in any process that shares the database. */
export type WithLock = <Result>(work: () => Promise<Result>) => Promise<Result>

/** What an operator lets users do. */
export type SignInRules = {
  /** Whether anybody may create an account. */
  signUp: boolean
  /** Who is asked for a second factor: nobody, those who switch it on, or everybody. */
  mfa: 'off' | 'optional' | 'required'
  secondFactors: readonly ('totp' | 'email' | 'sms')[]
  firstFactors: readonly ('password' | 'passkey' | 'email' | 'sms')[]
  /** Whether devices are tracked: never, when the user says so, or always. A tracked device needs no second factor. */
  devices: 'off' | 'opt-in' | 'always'
  /** Whether people who are not signed in get credentials to read from the store. */
  guests: boolean
}
