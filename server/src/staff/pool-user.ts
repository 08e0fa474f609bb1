import type { AttributeType, UserType } from '@aws-sdk/client-cognito-identity-provider'
import { asMessageLanguage, DEFAULT_LANGUAGE } from '@vestry/contract/messages/message-languages.ts'
import type { StaffStatus } from '@vestry/contract/rules/staff-rules.ts'

const STATUS_OF_WIRE: Readonly<Record<string, StaffStatus>> = {
  FORCE_CHANGE_PASSWORD: 'invited',
  RESET_REQUIRED: 'must_reset',
  UNCONFIRMED: 'unconfirmed',
}

/** A user of the pool, as all calls about users describe them. */
export function readUser(user: UserType) {
  return {
    sub: attributeOf(user, 'sub') ?? user.Username ?? '',
    email: attributeOf(user, 'email') ?? '',
    name: attributeOf(user, 'name') ?? '',
    language: asMessageLanguage(attributeOf(user, 'locale') ?? '') ?? DEFAULT_LANGUAGE,
    enabled: user.Enabled ?? true,
    status: STATUS_OF_WIRE[user.UserStatus ?? ''] ?? ('active' as const),
    changed: user.UserLastModifiedDate?.getTime() ?? 0,
  }
}

export type PoolUser = ReturnType<typeof readUser>

/** How somebody is called: by their name or, while it is not known, by their e-mail address. */
export function nameOf({ name, email, sub }: PoolUser): string {
  return name.trim() || email || sub
}

function attributeOf({ Attributes }: { Attributes?: AttributeType[] | undefined }, name: string) {
  return Attributes?.find((attribute) => attribute.Name === name)?.Value
}
