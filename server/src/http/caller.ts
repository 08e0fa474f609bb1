import type { Right, StationRight } from '@vestry/contract/rules/rights.ts'
import type { StationKind } from '@vestry/contract/sunday-school/station-rules.ts'

/** The signed-in person who makes a request, as the identity token names them. */
export type Caller = {
  sub: string
  email: string
  name: string | undefined
  /** The first of the token's groups, or Teachers if it has none. */
  role: string
  rights: readonly (Right | StationRight)[]
  /** The station of the door that makes the request in place of a person. */
  station?: Station
}

export type Station = { id: number; name: string; kind: StationKind; printer_id: number }

/** Whether somebody holds a right. */
export function may({ rights }: Pick<Caller, 'rights'>, right: Right | StationRight): boolean {
  return rights.includes(right)
}

/**
 * Returns the caller that a Bearer identity token stands for, or `undefined` when the token is not (or no longer) good.
 */
export type VerifyIdToken = (token: string) => Promise<Caller | undefined>

/** The same of the station that has this key, or of the device that becomes one with the secret of a link. */
export type FindStation = (secret: string) => Promise<Caller | undefined>
