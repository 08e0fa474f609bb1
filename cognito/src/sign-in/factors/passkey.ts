import {
  CEREMONY,
  ceremonyOf,
  decoyPasskeys,
  describe,
  listPasskeys,
  relyingPartyOf,
} from '../../core/factors/known-passkeys.ts'
import { verifyUsedPasskey } from '../../core/factors/verify-passkey.ts'
import { UsedCredential } from '../../core/requests/read-credential.ts'
import { invalidParameter, invalidSession } from '../../errors.ts'
import { rejectProof } from '../attempts.ts'
import { type AskChallenge, askFor, type CheckAnswer } from '../sign-in.ts'

/** Asks for a passkey, in the same way for somebody who has none and for a name that nobody has. */
export const ask: AskChallenge = async (parts, { signIn }) => {
  const known = await listPasskeys(parts.database.sql, signIn.sub)
  const options = {
    timeout: CEREMONY,
    rpId: relyingPartyOf(parts).id,
    allowCredentials: known.length > 0 ? known.map(describe) : decoyPasskeys(parts.encryptor, signIn.sub),
    userVerification: 'required',
  }
  return askFor(parts, 'WEB_AUTHN', signIn, (handle) => ({
    CREDENTIAL_REQUEST_OPTIONS: JSON.stringify({ challenge: ceremonyOf(handle), ...options }),
  }))
}

export function sessionOf(responses: Record<string, string>, session = ''): string {
  readCredential(responses)
  return session
}

/** Checks a passkey, which counts as two factors: the user has it, and it has verified the user. */
export const answer: CheckAnswer = async (parts, { handle, state, user, responses }, context) => {
  const credential = readCredential(responses)
  const passkey = await parts.database.sql
    .selectFrom('identity_passkey')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .where('sub', '=', state.sub)
    .executeTakeFirst()
  const counter = await verifyUsedPasskey(credential, passkey, ceremonyOf(handle), relyingPartyOf(parts))
  if (!user || counter === undefined) {
    return rejectProof(parts, user, 'passkey', context)
  }
  return {
    proved: 'first factor',
    user,
    signIn: { ...state, firstFactor: 'passkey' },
    async write(sql) {
      const { numUpdatedRows } = await sql
        .updateTable('identity_passkey')
        .set({ counter })
        .where('credential_id', '=', credential.id)
        .where('sub', '=', user.sub)
        .executeTakeFirst()
      // It may have been deleted since it was checked.
      if (numUpdatedRows === 0n) {
        throw invalidSession()
      }
    },
  }
}

/** Throws InvalidParameterException, whatever the session is. */
function readCredential({ CREDENTIAL = '' }: Record<string, string>): UsedCredential {
  try {
    return UsedCredential.parse(JSON.parse(CREDENTIAL))
  } catch {
    throw invalidParameter('CREDENTIAL is not valid.')
  }
}
