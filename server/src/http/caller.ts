import type { Right } from '@vestry/contract/rules/rights.ts'

/** The signed-in person who makes a request, as the identity token names them. */
export type Caller = {
  sub: string
  email: string
  name: string | undefined
  /** The first of the token's groups, or Teachers if it has none. */
  role: string
  rights: readonly Right[]
}

/** Whether somebody holds a right. */
export function may({ rights }: Pick<Caller, 'rights'>, right: Right): boolean {
  return rights.includes(right)
}

/**
 * Returns the caller that a Bearer identity token stands for, or `undefined` when the token is not (or no longer) good.
 */
export type VerifyIdToken = (token: string) => Promise<Caller | undefined>
