import { CognitoError, invalidParameter } from '../../errors.ts'
import type { Attributes, User } from './users-sql.ts'

/** An attribute as the wire has it. */
export type WireAttribute = { Name: string; Value: string }

/**
 * Attributes that users may write about themselves. A new email address or number replaces the old one once it is
 * proved.
 */
export const WRITABLE = new Set([
  'email',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone_number',
  'address',
  'updated_at',
])
const MAX_CHARACTERS = 2048

/** Attributes that operators may write besides. */
export const ADMIN_WRITABLE = new Set([...WRITABLE, 'email_verified', 'phone_number_verified'])

/** Throws InvalidParameterException for an attribute that users may not write themselves. */
export function readWritable(given: readonly WireAttribute[]): Attributes {
  return read(given, WRITABLE)
}

/** Throws InvalidParameterException for an attribute that not even operators may write. */
export function readAdminWritable(given: readonly WireAttribute[]): Attributes {
  return read(given, ADMIN_WRITABLE)
}

/**
 * Attributes that users may not remove from their account. A name may be missing until a temporary password is
 * replaced.
 */
const REQUIRED = ['email', 'name'] as const

/** Whether it is one of them. */
export const isRequired = (name: string) => REQUIRED.some((required) => required === name)

/** The required attributes that somebody lacks. */
export function missingAttributes({ attributes }: Pick<User, 'attributes'>): string[] {
  return REQUIRED.filter((name) => name !== 'email' && !attributes[name]?.trim())
}

function read(given: readonly WireAttribute[], writable: ReadonlySet<string>): Attributes {
  for (const { Name, Value } of given) {
    if (!writable.has(Name)) {
      if (ADMIN_WRITABLE.has(Name)) {
        throw new CognitoError('NotAuthorizedException', 'A client attempted to write unauthorized attribute')
      }
      throw invalidParameter(`user.${Name}: Attribute cannot be updated.`)
    }
    if (Value.length > MAX_CHARACTERS) {
      throw invalidParameter(`user.${Name}: String must be no longer than ${MAX_CHARACTERS} characters`)
    }
    const flaw = Value === '' && !isRequired(Name) ? undefined : formatFlawOf(Name, Value)
    if (flaw !== undefined) {
      throw invalidParameter(flaw)
    }
  }
  return Object.fromEntries(given.map(({ Name, Value }) => [Name, Value]))
}

const isAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const isTruth = (value: string) => value === 'true' || value === 'false'

const FORMATS: Record<string, [fits: (value: string) => boolean, message: string]> = {
  email: [isEmailAddress, 'Invalid email address format.'],
  phone_number: [(value) => /^\+[1-9]\d{6,14}$/.test(value), 'Invalid phone number format.'],
  birthdate: [
    (value) =>
      /^\d{4}-\d{2}-\d{2}$/.test(value) &&
      !Number.isNaN(Date.parse(value)) &&
      new Date(value).toISOString().startsWith(value),
    'Attributes did not conform to the schema: birthdate: The date must be written as YYYY-MM-DD',
  ],
  locale: [
    (value) => /^[a-z]{2,3}([-_][a-zA-Z0-9]{2,8})*$/.test(value),
    'Attributes did not conform to the schema: locale: The locale must be one such as en or es-ES',
  ],
  zoneinfo: [
    (value) => /^[A-Za-z0-9_+/-]{1,64}$/.test(value),
    'Attributes did not conform to the schema: zoneinfo: The time zone must be one such as Europe/Madrid',
  ],
  name: [
    (value) => value.trim() !== '',
    'Attributes did not conform to the schema: name: The attribute is required',
  ],
  updated_at: [
    (value) => /^\d{1,15}$/.test(value),
    'Attributes did not conform to the schema: updated_at: The time must be a number of seconds',
  ],
  ...Object.fromEntries(
    ['website', 'profile', 'picture'].map((name) => [
      name,
      [
        isAddress,
        `Attributes did not conform to the schema: ${name}: The address must begin with https:// or http://`,
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['email_verified', 'phone_number_verified'].map((name) => [
      name,
      [isTruth, `Attributes did not conform to the schema: ${name}: The value must be true or false`],
    ]),
  ),
}

function formatFlawOf(name: string, value: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come in
  if (/[\u0000-\u001f\u007f]/.test(value) && name !== 'address') {
    return `user.${name}: String must not hold control characters`
  }
  const [fits, message] = Object.hasOwn(FORMATS, name) ? (FORMATS[name] ?? []) : []
  return fits && !fits(value) ? message : undefined
}

export function wireAttributesOf(user: User): WireAttribute[] {
  return [
    { Name: 'sub', Value: user.sub },
    { Name: 'email', Value: user.email },
    ...Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value })),
  ]
}

/**
 * Whether a text has the form of an email address; only an email can tell whether emails arrive there. No address has
 * signs that end or quote one in emails and lists (RFC 5322, 3.2.3), or invisible ones.
 */
export function isEmailAddress(text: string): boolean {
  return /^[^\s\p{C}@"(),:;<>[\]\\]+@[^\s\p{C}@"(),:;<>[\]\\]+$/u.test(text) && text.length <= 320
}

/** A time as the wire has it: seconds since 1970. */
export const wireTimeOf = (milliseconds: number) => milliseconds / 1000

/** A user as the administrator's calls answer them. */
export function wireUserOf(user: User) {
  return {
    Username: user.sub,
    Attributes: wireAttributesOf(user),
    UserCreateDate: wireTimeOf(user.created),
    UserLastModifiedDate: wireTimeOf(user.updated),
    Enabled: user.enabled,
    UserStatus: user.status,
  }
}
