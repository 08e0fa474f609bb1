import type { Completed } from '../core/challenges.ts'
import type { CognitoParts } from '../parts.ts'
import type { SignIn } from './finish-sign-in.ts'

/** Asks for a step of a sign-in: what the client is told, and the session that waits for its answer. */
export function askStep(
  { challenges }: CognitoParts,
  step: string,
  state: SignIn,
  ChallengeParameters: Record<string, string>,
  lifetime?: number,
): Completed {
  const { handle, write } = challenges.prepare(step, state, lifetime)
  return { answer: { ChallengeName: step, Session: handle, ChallengeParameters }, write }
}
