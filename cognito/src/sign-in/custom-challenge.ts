/** A step of a sign-in by challenges of one's own, and how it went. */
export type CustomRound = { challenge: 'SRP_A' | 'PASSWORD_VERIFIER' | 'CUSTOM_CHALLENGE'; passed: boolean }

/**
 * Challenges of one's own in place of a first factor, as Cognito's three triggers make them. `sub` is undefined for
 * a name that nobody has, who is asked like anybody else and never let in.
 */
export type CustomChallenge = {
  /** What comes next, after what has been. `PASSWORD_VERIFIER` may only follow `SRP_A`, which the client began with. */
  define(
    rounds: readonly CustomRound[],
    sub: string | undefined,
  ): 'PASSWORD_VERIFIER' | 'CUSTOM_CHALLENGE' | 'let in' | 'refuse'
  /** What the client is shown, and what is kept to check its answer with. */
  create(
    rounds: readonly CustomRound[],
    sub: string | undefined,
  ): Promise<{ shown: Record<string, string>; kept: Record<string, string> }>
  verify(answer: string, kept: Record<string, string>): Promise<boolean>
}
