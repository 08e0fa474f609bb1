import type { Kysely } from 'kysely'
import { changedMeanwhile, invalidParameter } from '../../errors.ts'
import { type AuditLog, auditActor, type FactorChanges, type RecordEvent } from '../audit-events.ts'
import type { Clock, Database, SignInRules } from '../requests/host.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { Sessions } from '../tokens/sessions.ts'
import type { CognitoTables } from '../users/cognito-tables.ts'
import {
  changeUser,
  lockIfUnchanged,
  type SecondFactor,
  type User,
  type UserChange,
} from '../users/users-sql.ts'
import type { Deliver, SecondFactorChange } from './delivery.ts'
import { forgetDevices } from './known-devices.ts'
import { forgetPasskeys } from './known-passkeys.ts'
import { localeOf, sendNotice } from './send-code.ts'

type Rules = { rules: SignInRules }
/** What a change of somebody's second factors needs. */
type FactorParts = Rules & {
  database: Database
  clock: Clock
  sessions: Sessions
  deliver: Deliver
  locale: string
}

const WIRE_NAMES: Record<SignInRules['secondFactors'][number], SecondFactor> = {
  totp: 'SOFTWARE_TOKEN_MFA',
  email: 'EMAIL_OTP',
  sms: 'SMS_MFA',
}

/** The second factors that the operator allows. */
export function allowedFactors({ rules }: Rules): SecondFactor[] {
  return rules.mfa === 'off' ? [] : rules.secondFactors.map((kind) => WIRE_NAMES[kind])
}

/** The second factors that somebody has switched on, and that are allowed and work. */
export function usableFactors(parts: Rules, user: User): SecondFactor[] {
  return allowedFactors(parts).filter(
    (factor) => user.secondFactors.includes(factor) && isReady(user, factor),
  )
}

/** Whether somebody has a second factor that works. */
export function hasFactor(parts: Rules, user: User): boolean {
  return usableFactors(parts, user).length > 0
}

/** Whether somebody has what a second factor needs. */
function isReady({ encryptedTotp, attributes }: User, factor: SecondFactor): boolean {
  if (factor === 'SOFTWARE_TOKEN_MFA') {
    return encryptedTotp !== undefined
  }
  return factor === 'EMAIL_OTP'
    ? attributes.email_verified === 'true'
    : attributes.phone_number_verified === 'true' && attributes.phone_number !== undefined
}

/** The second factors in the responses of GetUser and its like; nothing when there are none. */
export function wireFactorsOf(
  parts: Rules,
  user: User,
): { UserMFASettingList?: SecondFactor[]; PreferredMfaSetting?: SecondFactor } {
  const factors = usableFactors(parts, user)
  const preferred = factors.find((factor) => factor === user.preferredFactor)
  return {
    ...(factors.length > 0 && { UserMFASettingList: factors }),
    ...(preferred && { PreferredMfaSetting: preferred }),
  }
}

/** One factor's part of SetUserMFAPreference; a factor that is not named stays as it is. */
export type FactorSettings = Partial<
  Record<SecondFactor, { Enabled?: boolean | undefined; PreferredMfa?: boolean | undefined } | undefined>
>

type Chosen = Pick<User, 'secondFactors' | 'preferredFactor'>

/** What these settings make of somebody's second factors; throws InvalidParameterException if they can't. */
export function chosenFactors(parts: Rules, user: User, settings: FactorSettings): Chosen {
  const allowed = allowedFactors(parts)
  let { secondFactors, preferredFactor }: Chosen = user
  let preferred = 0
  for (const factor of ['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] as const) {
    const { Enabled = false, PreferredMfa } = settings[factor] ?? {}
    if (settings[factor] === undefined) {
      continue
    }
    if (PreferredMfa && !Enabled) {
      throw invalidParameter(`${factor} cannot be preferred unless it is enabled`)
    }
    if (Enabled) {
      checkReady(allowed, user, factor)
    }
    secondFactors = secondFactors.filter((other) => other !== factor).concat(Enabled ? factor : [])
    if (PreferredMfa) {
      preferredFactor = factor
      preferred += 1
    } else if (preferredFactor === factor && (PreferredMfa === false || !Enabled)) {
      preferredFactor = undefined
    }
  }
  if (preferred > 1) {
    throw invalidParameter('Only one MFA method can be preferred')
  }
  return { secondFactors, preferredFactor }
}

function checkReady(allowed: readonly SecondFactor[], user: User, factor: SecondFactor): void {
  if (!allowed.includes(factor)) {
    throw invalidParameter(`${factor} is not enabled for the user pool`)
  }
  if (!isReady(user, factor)) {
    throw invalidParameter(
      factor === 'SOFTWARE_TOKEN_MFA'
        ? 'User has not verified software token mfa'
        : `User does not have delivery config set to turn on ${factor}`,
    )
  }
}

/** How a change is recorded, and how the email about it, for which no response waits, goes out. */
export type ChangedBy = {
  record: RecordEvent
  later: RequestContext['later']
  /** Its name in the audit log. */
  kind?: 'second_factor_changed' | 'staff_second_factor_reset'
  /** The device on which it is done; the others that stood in for a second factor until now no longer do. */
  deviceKey?: string | undefined
}

/** A change by the owner of the account. */
export function changedByOwner(
  { auditLog }: { auditLog: AuditLog },
  user: User,
  context: RequestContext,
  deviceKey: string | undefined,
): ChangedBy {
  const actor = auditActor(user)
  return {
    record: (entry, into) => auditLog.record({ ...entry, actor, address: context.address }, into),
    later: context.later,
    deviceKey,
  }
}

type FactorChange = Pick<UserChange, keyof Chosen | 'encryptedTotp' | 'totpStep' | 'attributes'>

/**
 * Writes a change of somebody's second factors with its entry in the audit log, and notifies the user by email of what
 * was switched on or off. Devices that became known without the new factor are forgotten. If the row is no longer as it
 * was read, returns false and writes nothing.
 */
export async function changeSecondFactors(
  parts: FactorParts,
  sql: Kysely<CognitoTables>,
  user: User,
  change: FactorChange,
  by: ChangedBy,
): Promise<boolean> {
  if (!(await lockIfUnchanged(sql, user, ['secondFactors', 'attributes']))) {
    return false
  }
  await changeUser(sql, user.sub, change, parts.clock.now())
  const after: User = { ...user, ...change }
  const changes = changesOf(user, after)
  const recorded = factorChanges(user, after, changes)
  const { kind = 'second_factor_changed', record } = by
  const subject = auditActor(user)
  if (Object.keys(recorded).length > 0) {
    await record({ kind, subject, parts: recorded }, sql)
  }
  if (kind === 'staff_second_factor_reset' || changes.some(({ change: one }) => one !== 'off')) {
    await forgetDevices(sql, subject, record, by.deviceKey)
  }
  if (changes.length > 0) {
    by.later('An email about a second factor could not be sent.', () =>
      parts.deliver({
        kind: 'second-factors-changed',
        to: user.email,
        changes,
        locale: localeOf(parts, user),
      }),
    )
  }
  return true
}

function factorChanges(before: User, after: User, changes: readonly SecondFactorChange[]): FactorChanges {
  const parts: FactorChanges = {}
  for (const { factor, change } of changes) {
    parts[change] = [...(parts[change] ?? []), factor]
  }
  const isNamed = changes.some(({ factor }) => factor === 'SOFTWARE_TOKEN_MFA')
  if (before.encryptedTotp !== after.encryptedTotp && !isNamed) {
    parts[after.encryptedTotp === undefined ? 'forgotten' : 'verified'] = ['SOFTWARE_TOKEN_MFA']
  }
  if (before.preferredFactor !== after.preferredFactor) {
    parts.preferred = after.preferredFactor ?? 'none'
  }
  return parts
}

function changesOf(before: User, after: User): SecondFactorChange[] {
  const changes = (['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'] as const).map((factor) => {
    const [was, is] = [before, after].map(({ secondFactors }) => secondFactors.includes(factor))
    const isReplaced = factor === 'SOFTWARE_TOKEN_MFA' && is && before.encryptedTotp !== after.encryptedTotp
    const change: SecondFactorChange['change'] | undefined =
      was === is ? (isReplaced ? 'replaced' : undefined) : is ? 'on' : 'off'
    return { factor, change }
  })
  return changes.filter((one): one is SecondFactorChange => !!one.change)
}

/** The same in a transaction of its own; throws when somebody else was faster. */
export async function changeInTransaction(
  parts: FactorParts,
  user: User,
  change: FactorChange,
  by: ChangedBy,
  /** What else is written with it. */
  write: (transaction: Kysely<CognitoTables>) => Promise<void> = async () => undefined,
): Promise<void> {
  const isDone = await parts.database.sql.transaction().execute(async (transaction) => {
    const isChanged = await changeSecondFactors(parts, transaction, user, change, by)
    if (isChanged) {
      await write(transaction)
    }
    return isChanged
  })
  if (!isDone) {
    throw changedMeanwhile()
  }
}

/**
 * What an operator sets for somebody. With all of them off, the authenticator app is forgotten too, since the telephone
 * may be lost; if a second factor is required, the user sets one up at the next sign-in. If each is switched off by
 * name, the sign-ins end and the passkeys go as well: one on a lost telephone, or made by an attacker, would sign in by
 * itself.
 */
export async function setSecondFactorsOf(
  parts: FactorParts,
  user: User,
  settings: FactorSettings,
  by: ChangedBy,
): Promise<void> {
  const chosen = chosenFactors(parts, user, settings)
  const isReset = chosen.secondFactors.length === 0
  const change = isReset ? { ...chosen, encryptedTotp: undefined } : chosen
  const kind = isReset ? 'staff_second_factor_reset' : 'second_factor_changed'
  const isWhole = Object.values(WIRE_NAMES).every((factor) => settings[factor]?.Enabled === false)
  let hadPasskeys = false
  await changeInTransaction(parts, user, change, { ...by, kind }, async (transaction) => {
    const subject = auditActor(user)
    if (isWhole) {
      hadPasskeys = await forgetPasskeys(transaction, subject, by.record)
      await parts.sessions.endAll(user.sub, transaction)
    }
  })
  if (hadPasskeys) {
    sendNotice(parts, user, 'passkeys-forgotten', by)
  }
}
