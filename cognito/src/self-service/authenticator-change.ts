import type { RequestContext } from '../action.ts'
import { decryptSecret, encryptSecret, makeSecret, stepOf } from '../core/authenticator-app.ts'
import { deviceKeyOf } from '../core/known-devices.ts'
import type { Person } from '../core/people.ts'
import { changedByOwner, changeSecondFactors } from '../core/second-factors.ts'
import { invalidSession, wrongFirstToken } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'

/** Where a secret waits for its first code. */
const PURPOSE = 'totp-secret'
const LIFETIME = 60 * 60_000

/** A secret for an authenticator app; the one before stays good until a code of this one was right. */
export async function associateByToken(parts: CognitoParts, { sub }: Person): Promise<object> {
  const { database, encryptor, clock } = parts
  const secret = makeSecret()
  const row = {
    code_mac: '',
    encrypted_target: encryptor.encrypt(PURPOSE, sub, secret),
    expires: clock.now() + LIFETIME,
    tries: 0,
  }
  await database.sql
    .insertInto('identity_code')
    .values({ subject: sub, purpose: PURPOSE, ...row })
    .onConflict((conflict) => conflict.columns(['subject', 'purpose']).doUpdateSet(row))
    .execute()
  return { SecretCode: secret }
}

/** Takes the app's first code, and with it the app in place of any before. */
export async function verifyByToken(
  parts: CognitoParts,
  session: { person: Person; originJti: string },
  code: string,
  context: RequestContext,
): Promise<object> {
  const { sub } = session.person
  const { database, encryptor, clock, people, sessions } = parts
  const [person, waiting] = await Promise.all([people.findBySub(sub), findWaiting(parts, sub)])
  if (!person) {
    throw invalidSession()
  }
  const secret = waiting && encryptor.decrypt(PURPOSE, sub, waiting.encrypted_target ?? '')
  const step = secret === undefined ? undefined : stepOf(secret, code, clock.now())
  if (secret === undefined || step === undefined) {
    if (isRepeated(parts, person, code)) {
      return { Status: 'SUCCESS' }
    }
    throw wrongFirstToken()
  }
  const change = {
    secondFactors: person.secondFactors,
    preferredFactor: person.preferredFactor,
    encryptedTotp: encryptSecret(encryptor, sub, secret),
    totpStep: step,
  }
  const by = changedByOwner(parts, person, context, await deviceKeyOf(parts, session.originJti))
  await database.sql.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('identity_code')
      .where('subject', '=', sub)
      .where('purpose', '=', PURPOSE)
      .where('encrypted_target', '=', waiting?.encrypted_target ?? '')
      .executeTakeFirst()
    if (numDeletedRows !== 1n || !(await changeSecondFactors(parts, transaction, person, change, by))) {
      throw wrongFirstToken()
    }
  })
  sessions.forget()
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
function isRepeated({ encryptor, clock }: CognitoParts, person: Person, code: string): boolean {
  return (
    person.encryptedTotp !== undefined &&
    stepOf(decryptSecret(encryptor, person.sub, person.encryptedTotp), code, clock.now()) === person.totpStep
  )
}
