import type { RequestContext } from '../action.ts'
import { decryptSecret, encryptSecret, makeSecret, stepOf } from '../core/factors/authenticator-app.ts'
import { deviceKeyOf } from '../core/factors/known-devices.ts'
import { changedByOwner, changeSecondFactors } from '../core/factors/second-factors.ts'
import type { User } from '../core/users/users-sql.ts'
import { invalidSession, wrongFirstToken } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

/** Where a secret waits for its first code. */
const PURPOSE = 'totp-secret'
const SECRET_LIFETIME = 60 * 60_000

/** A secret for an authenticator app; the one before stays valid until a code of this one was right. */
export async function associateByToken(parts: CognitoParts, { sub }: User): Promise<object> {
  const { database, encryptor, clock } = parts
  const secret = makeSecret()
  const row = {
    code_mac: '',
    encrypted_target: encryptor.encrypt(PURPOSE, sub, secret),
    expires: clock.now() + SECRET_LIFETIME,
    attempts: 0,
  }
  await database.sql
    .insertInto('identity_code')
    .values({ subject: sub, purpose: PURPOSE, ...row })
    .onConflict((conflict) => conflict.columns(['subject', 'purpose']).doUpdateSet(row))
    .execute()
  return { SecretCode: secret }
}

/** Takes the app's first code, and with it the app, which replaces any before. */
export async function verifyByToken(
  parts: CognitoParts,
  session: { user: User; originJti: string },
  code: string,
  context: RequestContext,
): Promise<object> {
  const { sub } = session.user
  const { database, encryptor, clock, users } = parts
  const [user, waiting] = await Promise.all([users.findBySub(sub), findWaiting(parts, sub)])
  if (!user) {
    throw invalidSession()
  }
  const secret = waiting && encryptor.decrypt(PURPOSE, sub, waiting.encrypted_target ?? '')
  const step = secret === undefined ? undefined : stepOf(secret, code, clock.now())
  if (secret === undefined || step === undefined) {
    if (isRepeated(parts, user, code)) {
      return { Status: 'SUCCESS' }
    }
    throw wrongFirstToken()
  }
  const change = {
    secondFactors: user.secondFactors,
    preferredFactor: user.preferredFactor,
    encryptedTotp: encryptSecret(encryptor, sub, secret),
    totpStep: step,
  }
  const by = changedByOwner(parts, user, context, await deviceKeyOf(parts, session.originJti))
  await database.sql.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('identity_code')
      .where('subject', '=', sub)
      .where('purpose', '=', PURPOSE)
      .where('encrypted_target', '=', waiting?.encrypted_target ?? '')
      .executeTakeFirst()
    if (numDeletedRows !== 1n || !(await changeSecondFactors(parts, transaction, user, change, by))) {
      throw wrongFirstToken()
    }
  })
  return { Status: 'SUCCESS' }
}

async function findWaiting({ database, clock }: CognitoParts, sub: string) {
  return database.sql
    .selectFrom('identity_code')
    .select('encrypted_target')
    .where('subject', '=', sub)
    .where('purpose', '=', PURPOSE)
    .where('expires', '>', clock.now())
    .executeTakeFirst()
}

/** Clients repeat requests after a broken connection: the code that has just confirmed the app succeeds once more. */
function isRepeated({ encryptor, clock }: CognitoParts, user: User, code: string): boolean {
  return (
    user.encryptedTotp !== undefined &&
    stepOf(decryptSecret(encryptor, user.sub, user.encryptedTotp), code, clock.now()) === user.totpStep
  )
}
