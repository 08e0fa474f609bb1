import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { PLACEHOLDER_ADDRESS } from '@vestry/contract/rules/getting-started-rules.ts'
import { FIRST_FACTORS, SECOND_FACTORS, type SignInRules } from '@vestry/contract/rules/runtime-config.ts'
import { PRINTER_PORT } from '@vestry/contract/sunday-school/label-rules.ts'
import { cognitoSettings, s3Settings } from './settings/cloud-settings.ts'
import { listening } from './settings/https-settings.ts'
import {
  addresses,
  type Environment,
  email,
  integer,
  oneOf,
  origins,
  ports,
  someOf,
  text,
  timeZone,
} from './settings/read-setting.ts'
import { StartupError } from './startup-error.ts'

export type { Environment }

/** Everything that an operator can set, with types; defaults are filled in and impossible settings are refused. */
export type Config = ReturnType<typeof readConfig>

/** Reads the settings from the environment, which nothing else in the server does. Creates the data folder. */
export function readConfig(given: Environment) {
  const env = withSecretFiles(given)
  const tls = tlsFiles(env)
  const databaseUrl = text(env, 'DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new StartupError('DATABASE_URL must start with postgres://; leave it out to use SQLite.')
  }
  const region = text(env, 'AWS_REGION') ?? 'us-east-1'
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(region)) {
    throw new StartupError(`AWS_REGION must be a region such as us-east-1; it is "${region}".`)
  }
  return {
    ...listening(env, tls !== undefined),
    tls,
    /** The proxies that are trusted to say where a request comes from: addresses and ranges of addresses. */
    trustProxy: proxies(env, 'VESTRY_TRUST_PROXY'),
    dataFolder: writableFolder(env, 'VESTRY_DATA', './data'),
    timeZone: timeZone(env),
    /** The church's name, as invitations have it. */
    churchName: text(env, 'VESTRY_CHURCH_NAME'),
    firstAdmin: {
      email: email(env, 'VESTRY_ADMIN_EMAIL', PLACEHOLDER_ADDRESS),
      password: text(env, 'VESTRY_ADMIN_PASSWORD'),
    },
    databaseUrl,
    mail: { smtpUrl: mailServer(env), from: text(env, 'MAIL_FROM') ?? 'Vestry <no-reply@vestry.local>' },
    sms: { gatewayUrl: smsGateway(env), token: text(env, 'SMS_TOKEN'), country: smsCountry(env) },
    signIn: signInRules(env),
    /** The exact addresses to which apps may have people led back, with a code or after signing out. */
    redirectUris: addresses(env, 'VESTRY_REDIRECT_URIS'),
    logoutUris: addresses(env, 'VESTRY_LOGOUT_URIS'),
    /** The origins of consoles that are served elsewhere and may call this server. */
    consoleOrigins: origins(env, 'VESTRY_CONSOLE_ORIGINS'),
    region,
    /** Amazon Cognito, or another service of its protocol, in place of the embedded one. */
    cognito: cognitoSettings(env),
    /** Amazon S3, or another store of its protocol, in place of the embedded one. */
    s3: s3Settings(env),
    /** The file with the key that encrypts what is secret in the database; several processes share it. */
    keyFile: text(env, 'VESTRY_KEY_FILE'),
    /** The loopback port that serves metrics to Prometheus; without it, none are served. */
    metricsPort:
      text(env, 'METRICS_PORT') === undefined ? undefined : integer(env, 'METRICS_PORT', 0, 0, 65_535),
    backup: backup(env),
    /** Servers that are not public, but from which sermons may be imported. */
    importFrom: origins(env, 'VESTRY_IMPORT_FROM'),
    /** The ports at which label printers may be. */
    printerPorts: ports(env, 'VESTRY_PRINTER_PORTS', PRINTER_PORT),
    /** Whether browsers keep the console's files, so that it opens without a connection. */
    opensOffline: oneOf(env, 'VESTRY_OFFLINE', ['on', 'off']) === 'on',
    /** The key that encrypts copies, also those of the command line. */
    backupPassphrase: text(env, 'VESTRY_BACKUP_PASSPHRASE'),
  }
}

/** Settings that hold a secret: for each, `<NAME>_FILE` may name the file that it is in. */
const SECRETS = [
  'DATABASE_URL',
  'SMTP_URL',
  'SMS_TOKEN',
  'VESTRY_ADMIN_PASSWORD',
  'VESTRY_BACKUP_PASSPHRASE',
] as const

function withSecretFiles(env: Environment): Environment {
  const read: Environment = {}
  for (const name of SECRETS) {
    const file = text(env, `${name}_FILE`)
    if (file !== undefined && text(env, name) !== undefined) {
      throw new StartupError(`${name} and ${name}_FILE are both given; leave one out.`)
    }
    try {
      read[name] = file === undefined ? env[name] : readFileSync(file, 'utf8').trimEnd()
    } catch (cause) {
      throw new StartupError(`${name}_FILE names a file that can't be read: ${file}.`, { cause })
    }
    if (file !== undefined && text(read, name) === undefined) {
      throw new StartupError(`${name}_FILE names a file that is empty: ${file}.`)
    }
  }
  return { ...env, ...read }
}

/** Copies that the server makes by itself; absent when it makes none. */
export type BackupSettings = {
  folder: string
  /** Hours between two copies. */
  every: number
  /** How many copies are kept. */
  keep: number
}

function backup(env: Environment): BackupSettings | undefined {
  const folder = text(env, 'VESTRY_BACKUP_FOLDER')
  return folder === undefined
    ? undefined
    : {
        folder: resolve(folder),
        every: integer(env, 'VESTRY_BACKUP_EVERY', 24, 1, 24 * 31),
        keep: integer(env, 'VESTRY_BACKUP_KEEP', 14, 1, 1000),
      }
}

/** Whether none of the second factors can be set up while signing in. */
export function isByTextAlone(secondFactors: SignInRules['secondFactors']): boolean {
  return secondFactors.every((factor) => factor === 'sms')
}

function signInRules(env: Environment): SignInRules {
  const secondFactors = someOf(env, 'VESTRY_SECOND_FACTORS', SECOND_FACTORS, ['totp', 'email'])
  const firstFactors = someOf(env, 'VESTRY_FIRST_FACTORS', FIRST_FACTORS, ['password', 'passkey'])
  if (!firstFactors.includes('password')) {
    throw new StartupError('VESTRY_FIRST_FACTORS must name password: it is how everybody begins.')
  }
  const mfa = oneOf(env, 'VESTRY_MFA', ['optional', 'required', 'off'])
  if (mfa === 'required' && isByTextAlone(secondFactors)) {
    throw new StartupError(
      'VESTRY_MFA=required needs totp or email in VESTRY_SECOND_FACTORS: whoever has no phone number yet could never sign in.',
    )
  }
  return {
    signUp: oneOf(env, 'VESTRY_SIGN_UP', ['off', 'on']) === 'on',
    mfa,
    secondFactors,
    firstFactors,
    devices: oneOf(env, 'VESTRY_DEVICES', ['off', 'opt-in', 'always']),
    guests: oneOf(env, 'VESTRY_GUESTS', ['off', 'on']) === 'on',
  }
}

function proxies(env: Environment, name: string): readonly string[] {
  const given = text(env, name)?.split(/[\s,]+/) ?? []
  const bad = given.find((proxy) => {
    const [address = '', bits, ...more] = proxy.split('/')
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    const fits = bits === undefined ? longest > 0 : /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest
    return !fits || more.length > 0
  })
  if (bad !== undefined) {
    throw new StartupError(
      `${name} must be addresses or ranges such as 10.0.0.0/8, separated by commas; "${bad}" is neither.`,
    )
  }
  return given
}

/** A value that can't be read is not repeated: its password would be in the log. */
function mailServer(env: Environment): string | undefined {
  const value = text(env, 'SMTP_URL')
  if (value === undefined) {
    return undefined
  }
  if (!/^smtps?:\/\//.test(value)) {
    throw new StartupError('SMTP_URL must start with smtp:// or smtps://.')
  }
  const { hostname, pathname, hash } = URL.parse(value) ?? {}
  if (!hostname || hash || !['', '/'].includes(pathname ?? '')) {
    throw new StartupError(
      'SMTP_URL must be like smtp://user:password@mail.example.org:587; in user and password write # as %23, / as %2F and ? as %3F.',
    )
  }
  return value
}

function smsGateway(env: Environment): string | undefined {
  const value = text(env, 'SMS_URL')
  if (value !== undefined && (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))) {
    throw new StartupError(
      `SMS_URL must be an address that begins with https://, or http:// in your own network; it is "${value}".`,
    )
  }
  return value
}

/** The digits of the country that telephone numbers without one are of. */
function smsCountry(env: Environment): string | undefined {
  const value = text(env, 'SMS_COUNTRY')
  if (value !== undefined && !/^\+?[1-9]\d{0,2}$/.test(value)) {
    throw new StartupError(`SMS_COUNTRY must be a country code such as +34; it is "${value}".`)
  }
  return value?.replace('+', '')
}

function tlsFiles(env: Environment): { cert: string; key: string } | undefined {
  const cert = text(env, 'VESTRY_TLS_CERT')
  const key = text(env, 'VESTRY_TLS_KEY')
  if (!cert && !key) {
    return undefined
  }
  if (!cert || !key) {
    throw new StartupError('VESTRY_TLS_CERT and VESTRY_TLS_KEY must both be given, or neither.')
  }
  for (const [name, file] of [
    ['VESTRY_TLS_CERT', cert],
    ['VESTRY_TLS_KEY', key],
  ] as const) {
    try {
      accessSync(file, constants.R_OK)
    } catch (cause) {
      throw new StartupError(`${name} names a file that can't be read: ${file}.`, { cause })
    }
  }
  return { cert, key }
}

function writableFolder(env: Environment, name: string, fallback: string): string {
  const folder = resolve(text(env, name) ?? fallback)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new StartupError(`${name} names a folder that can't be written: ${folder}.`, { cause })
  }
  return folder
}
