import { StartupError } from '../startup-error.ts'

export type Environment = Record<string, string | undefined>

export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value ? value : undefined
}

export function integer(
  env: Environment,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const value = text(env, name)
  if (value === undefined) {
    return fallback
  }
  const number = Number(value)
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new StartupError(`${name} must be a whole number from ${least} to ${most}; it is "${value}".`)
  }
  return number
}

/** Reads a setting that must be one of these words; the first one is the default. */
export function oneOf<const Word extends string>(
  env: Environment,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const value = text(env, name) ?? words[0]
  const word = words.find((known) => known === value)
  if (word === undefined) {
    throw new StartupError(`${name} must be ${words.join(' or ')}; it is "${value}".`)
  }
  return word
}

/** Reads a setting that names some of these words, separated by commas. */
export function someOf<const Word extends string>(
  env: Environment,
  name: string,
  words: readonly Word[],
  fallback: readonly Word[],
): readonly Word[] {
  const value = text(env, name)
  if (value === undefined) {
    return fallback
  }
  const named = value.split(',').map((word) => word.trim())
  const chosen = words.filter((word) => named.includes(word))
  if (chosen.length !== new Set(named).size) {
    throw new StartupError(`${name} must name some of ${words.join(', ')}; it is "${value}".`)
  }
  return chosen
}

/** Reads a setting that names ports, separated by commas. */
export function ports(env: Environment, name: string, fallback: number): readonly number[] {
  const named = text(env, name)
    ?.split(/[\s,]+/)
    .map(Number) ?? [fallback]
  if (named.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535)) {
    throw new StartupError(`${name} must be ports such as 9100, separated by commas; it is "${env[name]}".`)
  }
  return named
}

export function url(env: Environment, name: string, fallback: string): string {
  const value = text(env, name) ?? fallback
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new StartupError(`${name} must be an address such as https://vestry.example.org; it is "${value}".`)
  }
  const { origin, pathname, search, hash, username, password } = new URL(value)
  if (username !== '' || password !== '') {
    throw new StartupError(`${name} must be without a user and a password, such as ${origin}.`)
  }
  if (pathname !== '/' || search !== '' || hash !== '') {
    throw new StartupError(`${name} must end after the host and port, such as ${origin}; it is "${value}".`)
  }
  return origin
}

export function addresses(env: Environment, name: string): readonly string[] {
  const given = text(env, name)?.split(/\s+/) ?? []
  const bad = given.find(
    (address) =>
      !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol) || address.includes('#'),
  )
  if (bad !== undefined) {
    throw new StartupError(
      `${name} must be whole addresses without a #, separated by spaces; "${bad}" is not one.`,
    )
  }
  return given
}

export function origins(env: Environment, name: string): readonly string[] {
  const given = text(env, name)?.split(/[\s,]+/) ?? []
  const bad = given.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (bad !== undefined) {
    throw new StartupError(
      `${name} must be origins such as https://console.example.org, separated by commas; "${bad}" is not one.`,
    )
  }
  return given
}

export function email(env: Environment, name: string, fallback: string): string {
  const value = text(env, name) ?? fallback
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) {
    throw new StartupError(`${name} must be an email address; it is "${value}".`)
  }
  return value.toLowerCase()
}

export function timeZone(env: Environment): string {
  const value = text(env, 'VESTRY_TIMEZONE') ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch (cause) {
    throw new StartupError(`VESTRY_TIMEZONE must be a time zone such as Europe/Madrid; it is "${value}".`, {
      cause,
    })
  }
}
