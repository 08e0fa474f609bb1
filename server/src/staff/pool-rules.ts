import type {
  FirstFactorKind,
  PasswordPolicy,
  SecondFactorKind,
  SignInRules,
} from '@vestry/contract/rules/runtime-config.ts'
import type { Clock } from '../clock.ts'
import type { UserPool } from './user-pool.ts'

/** The settings of a pool that the sign-in pages must know. */
export type PoolRules = {
  passwordPolicy: PasswordPolicy
  signIn: SignInRules
  /** The relying party of passkeys, if the pool names one. */
  passkeyHost: string | undefined
}

const MFA = { OFF: 'off', OPTIONAL: 'optional', ON: 'required' } as const
const FIRST_FACTOR_OF_WIRE: Record<string, FirstFactorKind> = {
  PASSWORD: 'password',
  WEB_AUTHN: 'passkey',
  EMAIL_OTP: 'email',
  SMS_OTP: 'sms',
}
const KEPT = 10 * 60_000
const KEPT_AFTER_FAILURE = 60_000
/** A pool that doesn't answer must not keep anybody waiting for the console. */
const PATIENCE = 3000

/**
 * The rules of a pool elsewhere, read at the first page and then every ten minutes; while the pool can't be read, it is
 * `fallback`, with a line in the log.
 */
export function createPoolRules(
  pool: UserPool,
  { fallback, clock, warn }: { fallback: PoolRules; clock: Clock; warn: (error: unknown) => void },
): () => Promise<PoolRules> {
  let known = fallback
  let until = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function askAgain() {
    try {
      known = await readRules(pool, fallback)
      until = clock.now() + KEPT
    } catch (error) {
      warn(error)
      until = clock.now() + KEPT_AFTER_FAILURE
    } finally {
      asking = undefined
    }
  }

  return async () => {
    if (until <= clock.now()) {
      asking ??= askAgain()
      const { promise: patience, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, PATIENCE)
      await Promise.race([asking, patience])
      clearTimeout(timer)
    }
    return known
  }
}

async function readRules(pool: UserPool, fallback: PoolRules): Promise<PoolRules> {
  const [{ UserPool: described = {} }, mfa] = await Promise.all([
    pool.call((client, of) => client.describeUserPool(of)),
    pool.call((client, of) => client.getUserPoolMfaConfig(of)),
  ])
  const { PasswordPolicy: policy, SignInPolicy: signIn } = described.Policies ?? {}
  const secondFactors: SecondFactorKind[] = [
    ...(mfa.SoftwareTokenMfaConfiguration?.Enabled === true ? (['totp'] as const) : []),
    ...(mfa.EmailMfaConfiguration === undefined ? [] : (['email'] as const)),
    ...(mfa.SmsMfaConfiguration === undefined ? [] : (['sms'] as const)),
  ]
  const devices = described.DeviceConfiguration
  return {
    passwordPolicy: {
      minLength: policy?.MinimumLength ?? fallback.passwordPolicy.minLength,
      requireLowercase: policy?.RequireLowercase ?? false,
      requireUppercase: policy?.RequireUppercase ?? false,
      requireNumbers: policy?.RequireNumbers ?? false,
      requireSpecialCharacters: policy?.RequireSymbols ?? false,
    },
    signIn: {
      signUp: described.AdminCreateUserConfig?.AllowAdminCreateUserOnly === false,
      mfa: MFA[mfa.MfaConfiguration ?? described.MfaConfiguration ?? 'OFF'],
      secondFactors,
      firstFactors: (signIn?.AllowedFirstAuthFactors ?? ['PASSWORD']).flatMap(
        (factor) => FIRST_FACTOR_OF_WIRE[factor] ?? [],
      ),
      devices:
        devices === undefined
          ? 'off'
          : devices.DeviceOnlyRememberedOnUserPrompt === true
            ? 'opt-in'
            : 'always',
      guests: fallback.signIn.guests,
    },
    passkeyHost: mfa.WebAuthnConfiguration?.RelyingPartyId ?? fallback.passkeyHost,
  }
}
