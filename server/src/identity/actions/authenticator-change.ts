import { deviceKeyOf } from '../devices/known-devices.ts'
import { invalidSession } from '../identity-errors.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { makeSecret, openSecret, sealSecret, stepOf } from '../people/authenticator-app.ts'
import type { Person } from '../people/people.ts'
import { byThemselves, changeSecondFactors } from '../people/second-factors.ts'
import type { Asker } from './action.ts'
import { wrongFirstToken } from './set-up-step.ts'

/** Where a secret waits for its first code. */
const PURPOSE = 'totp-secret'
const LIFETIME = 60 * 60_000

/** A secret for an authenticator app; the one before stays good until a code of this one was right. */
export async function associateByToken(parts: IdentityParts, { sub }: Person): Promise<object> {
  const { database, sealer, clock } = parts
  const secret = makeSecret()
  const row = {
    code_mac: '',
    sealed_target: sealer.seal(PURPOSE, sub, secret),
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
  parts: IdentityParts,
  admitted: { person: Person; originJti: string },
  code: string,
  asker: Asker,
): Promise<object> {
  const { sub } = admitted.person
  const { database, sealer, clock, people, families } = parts
  const [person, waiting] = await Promise.all([people.findBySub(sub), findWaiting(parts, sub)])
  if (!person) {
    throw invalidSession()
  }
  const secret = waiting && sealer.open(PURPOSE, sub, waiting.sealed_target ?? '')
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
    sealedTotp: sealSecret(sealer, sub, secret),
    totpStep: step,
  }
  const by = byThemselves(parts, person, asker, await deviceKeyOf(parts, admitted.originJti))
  await database.sql.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('identity_code')
      .where('subject', '=', sub)
      .where('purpose', '=', PURPOSE)
      .where('sealed_target', '=', waiting?.sealed_target ?? '')
      .executeTakeFirst()
    if (numDeletedRows !== 1n || !(await changeSecondFactors(parts, transaction, person, change, by))) {
      throw wrongFirstToken()
    }
  })
  families.forget()
  return { Status: 'SUCCESS' }
}

async function findWaiting({ database, clock }: IdentityParts, sub: string) {
  return database.sql
    .selectFrom('identity_code')
    .select('sealed_target')
    .where('subject', '=', sub)
    .where('purpose', '=', PURPOSE)
    .where('expires', '>', clock.now())
    .executeTakeFirst()
}

/** Lines break and clients repeat: the code that has just put the app in place is told so once more. */
function isRepeated({ sealer, clock }: IdentityParts, person: Person, code: string): boolean {
  return (
    person.sealedTotp !== undefined &&
    stepOf(openSecret(sealer, person.sub, person.sealedTotp), code, clock.now()) === person.totpStep
  )
}
