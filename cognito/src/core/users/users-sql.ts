import type { Kysely, Selectable } from 'kysely'
import type { Encryptor } from '../keys/encryptor.ts'
import type { Database } from '../requests/host.ts'
import type { CognitoTables } from './cognito-tables.ts'

export type Attributes = Record<string, string>

/** A second factor, as the protocol names it. */
export type SecondFactor = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP'

export type User = {
  sub: string
  email: string
  status: CognitoTables['identity_user']['status']
  enabled: boolean
  encryptedVerifier: string
  /** When a temporary password expires, in milliseconds; absent for a permanent one. */
  temporaryUntil: number | undefined
  /** Everything else that is known about the user, under the names of OpenID Connect. */
  attributes: Attributes
  /** In the order that decides the role: the first one counts. */
  groups: string[]
  /** The second factors that the user has switched on. */
  secondFactors: SecondFactor[]
  /** The one that is asked for without giving a choice, if there are several. */
  preferredFactor: SecondFactor | undefined
  /** The secret shared with an authenticator app, once a code of it was right. */
  encryptedTotp: string | undefined
  /** The latest half minute whose code of that app was used; no code is accepted twice. */
  totpStep: number
  /** Milliseconds since 1970. */
  created: number
  updated: number
}

/** What {@link changeUser} can change in a user. */
export type UserChange = Partial<Omit<User, 'sub' | 'created' | 'updated'>>

/** A new user, before they have chosen any second factor. */
export type NewUser = Omit<
  User,
  'secondFactors' | 'preferredFactor' | 'encryptedTotp' | 'totpStep' | 'created' | 'updated'
>

/** A user, or the stand-in for one when a name is not known: an id that is always the same for that name. */
export type Known = { user: User | undefined; sub: string; encryptedVerifier: string | undefined }

export type UserStore = ReturnType<typeof createUserStore>

export function createUserStore({ sql }: Database, encryptor: Encryptor) {
  async function findBySub(sub: string, from: Kysely<CognitoTables> = sql): Promise<User | undefined> {
    const row = await from.selectFrom('identity_user').selectAll().where('sub', '=', sub).executeTakeFirst()
    return row && userOf(row)
  }

  return {
    findBySub,

    async findByEmail(email: string): Promise<User | undefined> {
      const row = await sql
        .selectFrom('identity_user')
        .selectAll()
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst()
      return row && userOf(row)
    },

    /**
     * Looks up an email address or an id; upper and lower case don't matter. An id that nobody has stands for itself:
     * otherwise a request with the id that was made up for a name would show whether somebody has that name.
     */
    async identify(username: string): Promise<Known> {
      const name = username.toLowerCase()
      const row = await sql
        .selectFrom('identity_user')
        .selectAll()
        .where((where) => where.or([where('email', '=', name), where('sub', '=', name)]))
        .executeTakeFirst()
      return {
        user: row && userOf(row),
        sub: row?.sub ?? (isId(name) ? name : uuidOf(encryptor.mac('fake-sub', name))),
        encryptedVerifier: row?.encrypted_verifier,
      }
    },

    async list(): Promise<User[]> {
      const rows = await sql.selectFrom('identity_user').selectAll().orderBy('email').execute()
      return rows.map(userOf)
    },

    async isEmpty(): Promise<boolean> {
      return (await sql.selectFrom('identity_user').select('sub').limit(1).executeTakeFirst()) === undefined
    },

    /** False when somebody has that email address already. */
    async add(user: NewUser, now: number, into: Kysely<CognitoTables> = sql): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await into
        .insertInto('identity_user')
        .values({
          sub: user.sub,
          ...columnsOf(user),
          created: now,
          updated: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async remove(sub: string, from: Kysely<CognitoTables> = sql): Promise<void> {
      await from.deleteFrom('identity_user').where('sub', '=', sub).execute()
    },
  }
}

/** Changes a user, in a transaction when one is handed in. Fields that are not named stay as they are. */
export async function changeUser(
  sql: Kysely<CognitoTables>,
  sub: string,
  change: UserChange,
  now: number,
): Promise<void> {
  await sql
    .updateTable('identity_user')
    .set({ ...columnsOf(change), updated: now })
    .where('sub', '=', sub)
    .execute()
}

/**
 * Holds somebody's row until the transaction ends. False when one of these fields was changed since they were read, so
 * that nothing overwrites or relies on what no longer holds.
 */
export async function lockIfUnchanged(
  sql: Kysely<CognitoTables>,
  user: User,
  members: readonly ('email' | 'status' | 'enabled' | 'encryptedVerifier' | 'attributes' | 'secondFactors')[],
): Promise<boolean> {
  const { name_key: _, ...columns } = columnsOf(
    Object.fromEntries(members.map((name) => [name, user[name]])) as UserChange,
  )
  const asRead = Object.entries(columns).filter(([, value]) => value !== undefined)
  const { numUpdatedRows } = await sql
    .updateTable('identity_user')
    .set((row) => ({ updated: row.ref('updated') }))
    .where('sub', '=', user.sub)
    .where((row) => row.and(Object.fromEntries(asRead)))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Holds somebody's row until the transaction ends. */
export async function holdUser(transaction: Kysely<CognitoTables>, sub: string): Promise<void> {
  await transaction
    .updateTable('identity_user')
    .set((row) => ({ updated: row.ref('updated') }))
    .where('sub', '=', sub)
    .execute()
}

function columnsOf<Some extends UserChange>(user: Some) {
  const columns = {
    email: user.email?.toLowerCase(),
    status: user.status,
    enabled: user.enabled === undefined ? undefined : Number(user.enabled),
    encrypted_verifier: user.encryptedVerifier,
    temporary_until: 'temporaryUntil' in user ? (user.temporaryUntil ?? null) : undefined,
    attributes: user.attributes && JSON.stringify(user.attributes),
    name_key: user.attributes && nameKeyOf(user.attributes.name ?? ''),
    group_names: user.groups && JSON.stringify(user.groups),
    mfa_enabled: user.secondFactors && JSON.stringify(user.secondFactors),
    mfa_preferred: 'preferredFactor' in user ? (user.preferredFactor ?? null) : undefined,
    encrypted_totp: 'encryptedTotp' in user ? (user.encryptedTotp ?? null) : undefined,
    totp_step: user.totpStep,
  }
  type Columns = { [Name in keyof typeof columns]: Exclude<(typeof columns)[Name], undefined> }
  type Needed = 'email' | 'status' | 'enabled' | 'encrypted_verifier' | 'attributes' | 'group_names'
  return columns as Some extends NewUser ? Pick<Columns, Needed> & Partial<Columns> : Partial<Columns>
}

export function userOf(row: Selectable<CognitoTables['identity_user']>): User {
  return {
    sub: row.sub,
    email: row.email,
    status: row.status,
    enabled: row.enabled === 1,
    encryptedVerifier: row.encrypted_verifier,
    temporaryUntil: row.temporary_until ?? undefined,
    attributes: JSON.parse(row.attributes) as Attributes,
    groups: JSON.parse(row.group_names) as string[],
    secondFactors: JSON.parse(row.mfa_enabled) as SecondFactor[],
    preferredFactor: (row.mfa_preferred as SecondFactor | null) ?? undefined,
    encryptedTotp: row.encrypted_totp ?? undefined,
    totpStep: row.totp_step,
    created: row.created,
    updated: row.updated,
  }
}

/** The form of a name by which users are listed and found. */
export function nameKeyOf(name: string): string {
  return name.trim().toLowerCase()
}

const isId = (name: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(name)

/** Writes 16 of the bytes as a random UUID. */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex').slice(0, 32).split('')
  hex[12] = '4'
  hex[16] = '89ab'.charAt(Number.parseInt(hex[16] ?? '0', 16) % 4)
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
