import type { RequestContext } from '../action.ts'
import type { ChallengeResult, Completed } from '../core/challenges.ts'
import {
  CEREMONY,
  ceremonyOf,
  describe,
  listPasskeys,
  relyingPartyOf,
  seemingPasskeys,
} from '../core/known-passkeys.ts'
import type { Person } from '../core/people.ts'
import { UsedCredential } from '../core/read-credential.ts'
import { verifyUsedPasskey } from '../core/verify-passkey.ts'
import { invalidParameter } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { answerStep, nothingIsProved, type SignIn } from './finish-sign-in.ts'
import { proceed, wrongPasswordFrom } from './proceed.ts'
import type { ChallengeAnswer } from './sign-in-actions.ts'

/**
 * What a session of USER_AUTH waits for. Whoever was asked for a passkey may choose another factor instead, so that
 * one kind of session serves both.
 */
export const FIRST_FACTOR = 'FIRST_FACTOR'

/** Asks for a passkey; of somebody who has none, and for a name that nobody has, it is asked in the same way. */
export async function askPasskey(parts: CognitoParts, signIn: SignIn): Promise<Completed> {
  const kept = await listPasskeys(parts.database.sql, signIn.sub)
  const { handle, write } = parts.challenges.prepare(FIRST_FACTOR, signIn)
  const options = {
    challenge: ceremonyOf(handle),
    timeout: CEREMONY,
    rpId: relyingPartyOf(parts).id,
    allowCredentials: kept.length > 0 ? kept.map(describe) : seemingPasskeys(parts.encryptor, signIn.sub),
    userVerification: 'required',
  }
  return {
    answer: {
      ChallengeName: 'WEB_AUTHN',
      Session: handle,
      ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
    },
    write,
  }
}

/** Checks a passkey, which counts as two factors: the person has it, and it has verified the person. */
export async function answerPasskey(
  parts: CognitoParts,
  given: ChallengeAnswer,
  context: RequestContext,
): Promise<object> {
  const credential = readCredential(given.ChallengeResponses.CREDENTIAL)
  const challenge = ceremonyOf(given.Session ?? '')
  const step = { ...given, ChallengeName: FIRST_FACTOR }
  return answerStep<SignIn>(parts, step, answer, nothingIsProved)

  async function answer(state: SignIn, person: Person | undefined): Promise<ChallengeResult> {
    const passkey = await parts.database.sql
      .selectFrom('identity_passkey')
      .selectAll()
      .where('credential_id', '=', credential.id)
      .where('sub', '=', state.sub)
      .executeTakeFirst()
    const counter = await verifyUsedPasskey(credential, passkey, challenge, relyingPartyOf(parts))
    if (!person || counter === undefined) {
      return { error: await wrongPasswordFrom(parts, context, person, 'passkey') }
    }
    const settled = await proceed(parts, person, { ...state, firstFactor: 'passkey' }, context)
    if ('error' in settled) {
      return settled
    }
    return {
      answer: settled.answer,
      async write(sql) {
        await sql
          .updateTable('identity_passkey')
          .set({ counter })
          .where('credential_id', '=', credential.id)
          .execute()
        await settled.write(sql)
      },
    }
  }
}

function readCredential(text: string | undefined): UsedCredential {
  try {
    return UsedCredential.parse(JSON.parse(text ?? ''))
  } catch {
    throw invalidParameter('CREDENTIAL is not valid.')
  }
}
