import {
  SECOND_FACTORS,
  type SecondFactorKind,
  type SignInRules,
} from '@vestry/contract/rules/runtime-config.ts'
import type { FetchMFAPreferenceOutput, UpdateMFAPreferenceInput } from 'aws-amplify/auth'

/** Amplify's names for the second factors. */
const NAMED = { totp: 'TOTP', email: 'EMAIL', sms: 'SMS' } as const

/** The state of one second factor. */
export type Factor = { kind: SecondFactorKind; on: boolean; preferred: boolean }

/** The second factors that are offered here, and those that are on although they are no longer offered. */
export function factorsOf(rules: SignInRules, found: FetchMFAPreferenceOutput): Factor[] {
  const on = SECOND_FACTORS.filter((kind) => found.enabled?.includes(NAMED[kind]) === true)
  return SECOND_FACTORS.filter((kind) => rules.secondFactors.includes(kind) || on.includes(kind)).map(
    (kind) => ({
      kind,
      on: on.includes(kind),
      // A single factor is the one that is asked for, whether or not it was ever preferred.
      preferred: on.includes(kind) && (found.preferred === NAMED[kind] || on.length === 1),
    }),
  )
}

/** What to send to the service so that `kind` is turned on, as the default if it is the only one. */
export function switchOn(factors: readonly Factor[], kind: SecondFactorKind): UpdateMFAPreferenceInput {
  return { [kind]: factors.some((factor) => factor.on && factor.kind !== kind) ? 'ENABLED' : 'PREFERRED' }
}

/** The same so that `kind` is asked for first, instead of any other. */
export function prefer(factors: readonly Factor[], kind: SecondFactorKind): UpdateMFAPreferenceInput {
  const others = factors.filter((factor) => factor.on && factor.kind !== kind)
  return {
    ...Object.fromEntries(others.map((factor) => [factor.kind, 'NOT_PREFERRED'])),
    [kind]: 'PREFERRED',
  }
}

/** The same so that `kind` is turned off; the remaining ones are then asked for. */
export function switchOff(factors: readonly Factor[], kind: SecondFactorKind): UpdateMFAPreferenceInput {
  const next = factors.find((factor) => factor.on && factor.kind !== kind)
  const wasPreferred = factors.some((factor) => factor.kind === kind && factor.preferred)
  return { [kind]: 'DISABLED', ...(wasPreferred && next !== undefined && { [next.kind]: 'PREFERRED' }) }
}

/** Whether `kind` may be turned off: if everybody needs a second factor, the last one stays. */
export function mayBeOff(rules: SignInRules, factors: readonly Factor[], kind: SecondFactorKind): boolean {
  return rules.mfa !== 'required' || factors.some((factor) => factor.on && factor.kind !== kind)
}
