/** A step of a sign-in by custom challenges, and how it went. */
export type CustomRound = { challenge: 'SRP_A' | 'PASSWORD_VERIFIER' | 'CUSTOM_CHALLENGE'; passed: boolean }

/**
 * Custom challenges in place of a first factor, as Cognito's three triggers make them. `sub` is undefined for a name
 * that nobody has; such a name is asked like any other and never let in.
 */
export type CustomChallenge = {
  /**
   * What comes next, after the steps so far. `PASSWORD_VERIFIER` may only follow `SRP_A`, which the client began with.
   */
  define(
    rounds: readonly CustomRound[],
    sub: string | undefined,
  ): 'PASSWORD_VERIFIER' | 'CUSTOM_CHALLENGE' | 'let in' | 'refuse'
  /** What is shown to the client, and what is kept to check its answer. */
  create(
    rounds: readonly CustomRound[],
    sub: string | undefined,
  ): Promise<{ shown: Record<string, string>; kept: Record<string, string> }>
  verify(answer: string, kept: Record<string, string>): Promise<boolean>
}
