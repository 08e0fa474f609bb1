import type { User } from '../../core/users/users-sql.ts'
import { invalidSession } from '../../errors.ts'
import type { CognitoParts } from '../../parts.ts'
import { beginSignIn, type CheckAnswer } from '../sign-in.ts'

/** The name under which it is stored; no client answers by it. */
const NAME = 'AUTOMATIC_SIGN_IN'

/** A session that signs in a person who has just confirmed their account. */
export async function openSession(
  { challenges, database }: CognitoParts,
  user: User,
  username: string,
): Promise<string> {
  const signIn = beginSignIn({ user, sub: user.sub }, { username, firstFactor: 'email' })
  const { handle, write } = challenges.prepare(NAME, signIn)
  await write(database.sql)
  return handle
}

const answer: CheckAnswer = (_parts, { state, user }) =>
  user ? { proved: 'first factor', user, signIn: state } : { error: invalidSession() }

export const automaticSignIn = { NAME, answer }
