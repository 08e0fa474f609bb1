import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Environment, readConfig } from './config.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (env: Environment = {}) => readConfig({ VESTRY_DATA: folder, ...env })

test('nothing need be set', () => {
  expect(read({ VESTRY_TIMEZONE: 'Europe/Madrid' })).toEqual({
    host: '127.0.0.1',
    port: 8080,
    tls: undefined,
    trustProxy: [],
    publicUrl: 'http://localhost:8080',
    dataFolder: folder,
    timeZone: 'Europe/Madrid',
    churchName: undefined,
    firstAdmin: { email: 'admin@vestry.local', password: undefined },
    databaseUrl: undefined,
    mail: { smtpUrl: undefined, from: 'Vestry <no-reply@vestry.local>' },
    sms: { gatewayUrl: undefined, token: undefined, country: undefined },
    signIn: {
      signUp: false,
      mfa: 'optional',
      secondFactors: ['totp', 'email'],
      firstFactors: ['password', 'passkey'],
      devices: 'off',
      guests: false,
    },
    redirectUris: [],
    logoutUris: [],
    consoleOrigins: [],
    region: 'us-east-1',
    cognito: undefined,
    s3: undefined,
    keyFile: undefined,
    metricsPort: undefined,
    opensOffline: true,
    backup: undefined,
    importFrom: [],
    printerPorts: [9100],
  })
})

test('a name on the web brings ports and address with it, and the ports can be others', () => {
  expect(read({ VESTRY_DOMAIN: 'Vestry.Example.org' })).toMatchObject({
    host: expect.stringMatching(/^(::|0\.0\.0\.0)$/),
    port: 80,
    publicUrl: 'https://vestry.example.org',
    https: {
      kind: 'domain',
      name: 'vestry.example.org',
      directory: 'https://acme-v02.api.letsencrypt.org/directory',
      port: 443,
    },
  })
  const others = { PORT: '8080', VESTRY_HTTPS_PORT: '8443', HOST: '192.0.2.7' }
  expect(
    read({
      VESTRY_DOMAIN: 'vestry.example.org',
      VESTRY_ACME_DIRECTORY: 'https://ca.example.org/dir',
      VESTRY_PUBLIC_URL: 'https://vestry.example.org',
      ...others,
    }),
  ).toMatchObject({
    host: '192.0.2.7',
    port: 8080,
    publicUrl: 'https://vestry.example.org',
    https: { directory: 'https://ca.example.org/dir', port: 8443 },
  })
  expect(read({ VESTRY_DOMAIN: 'vestry.example.org', ...others }).publicUrl).toBe(
    'https://vestry.example.org:8443',
  )
})

test('in the church’s network the address is the machine’s name there, unless it is set', () => {
  const { host, port, publicUrl, https } = read({ VESTRY_LAN: 'on' })
  expect({ host, port }).toEqual({ host: expect.stringMatching(/^(::|0\.0\.0\.0)$/), port: 8080 })
  expect(publicUrl).toMatch(/^https:\/\/[a-z\d-]+\.local:8443$/)
  expect(https).toEqual({ kind: 'lan', name: new URL(publicUrl).hostname, port: 8443 })
  const given = read({
    VESTRY_LAN: 'on',
    VESTRY_PUBLIC_URL: 'https://vestry.lan:9443',
    VESTRY_HTTPS_PORT: '9443',
  })
  expect(given).toMatchObject({
    publicUrl: 'https://vestry.lan:9443',
    https: { kind: 'lan', name: 'vestry.lan', port: 9443 },
  })
})

test('the public address follows the port and the certificate, unless it is set', () => {
  const cert = join(folder, 'cert.pem')
  writeFileSync(cert, '')
  expect(read({ PORT: '9000' }).publicUrl).toBe('http://localhost:9000')
  expect(read({ VESTRY_TLS_CERT: cert, VESTRY_TLS_KEY: cert }).publicUrl).toBe('https://localhost:8080')
  expect(read({ VESTRY_PUBLIC_URL: 'https://church.example.org/' }).publicUrl).toBe(
    'https://church.example.org',
  )
})

test('proxies are trusted by address and by range', () => {
  expect(read({ VESTRY_TRUST_PROXY: '10.0.0.0/8, ::1 192.0.2.7' }).trustProxy).toEqual([
    '10.0.0.0/8',
    '::1',
    '192.0.2.7',
  ])
})

test.each(['proxy.example.org', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', 'true'])(
  'no proxy is called %s',
  (proxy) => {
    expect(() => read({ VESTRY_TRUST_PROXY: proxy })).toThrow(
      `VESTRY_TRUST_PROXY must be addresses or ranges such as 10.0.0.0/8, separated by commas; "${proxy}" is neither.`,
    )
  },
)

test('an empty setting is none, and the administrator’s address is taken in lower case', () => {
  const config = read({ PORT: ' ', DATABASE_URL: '', VESTRY_ADMIN_EMAIL: ' Ada@Example.ORG ' })
  expect(config.port).toBe(8080)
  expect(config.databaseUrl).toBeUndefined()
  expect(config.firstAdmin.email).toBe('ada@example.org')
})

test('a secret may be in a file of its own', () => {
  const file = join(folder, 'secret')
  writeFileSync(file, 'postgres://server:secret@localhost/vestry\n')
  expect(read({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://server:secret@localhost/vestry')
  expect(() => read({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://x' })).toThrow(
    'DATABASE_URL and DATABASE_URL_FILE are both given; leave one out.',
  )
  expect(() => read({ SMTP_URL_FILE: join(folder, 'gone') })).toThrow(
    `SMTP_URL_FILE names a file that can't be read: ${join(folder, 'gone')}.`,
  )
  writeFileSync(file, ' \n')
  expect(() => read({ VESTRY_BACKUP_PASSPHRASE_FILE: file })).toThrow(
    `VESTRY_BACKUP_PASSPHRASE_FILE names a file that is empty: ${file}.`,
  )
})

test('the data folder is made, for its owner alone', () => {
  const inside = join(folder, 'deep', 'data')
  read({ VESTRY_DATA: inside })
  expect(statSync(inside).mode & 0o777).toBe(0o700)
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535; it is "eighty".'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535; it is "70000".'],
  [
    { VESTRY_PUBLIC_URL: 'church' },
    'VESTRY_PUBLIC_URL must be an address such as https://vestry.example.org; it is "church".',
  ],
  [
    { VESTRY_PUBLIC_URL: 'https://example.org/vestry' },
    'VESTRY_PUBLIC_URL must end after the host and port, such as https://example.org; it is "https://example.org/vestry".',
  ],
  [{ AWS_REGION: 'my region' }, 'AWS_REGION must be a region such as us-east-1; it is "my region".'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://; leave it out to use SQLite.'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must start with smtp:// or smtps://.'],
  [{ VESTRY_ADMIN_EMAIL: 'ada' }, 'VESTRY_ADMIN_EMAIL must be an email address; it is "ada".'],
  [{ VESTRY_TIMEZONE: 'Mars' }, 'VESTRY_TIMEZONE must be a time zone such as Europe/Madrid; it is "Mars".'],
  [{ S3_BUCKET: 'No Bucket' }, 'S3_BUCKET must be 3 to 63 lower-case letters, digits, dots and hyphens.'],
  [
    { S3_ENDPOINT: 'http://localhost:9000' },
    'S3_BUCKET must name the bucket when S3_ENDPOINT or S3_ROLE_ARN is given.',
  ],
  [
    { S3_BUCKET: 'sermons', S3_ENDPOINT: 'localhost:9000' },
    'S3_ENDPOINT must be an address such as https://s3.example.org; it is "localhost:9000".',
  ],
  [
    { S3_BUCKET: 'sermons', S3_ENDPOINT: 'https://s3.example.org/?region=eu' },
    'S3_ENDPOINT must be an address such as https://s3.example.org; it is "https://s3.example.org/?region=eu".',
  ],
  [
    { COGNITO_USER_POOL_ID: 'us-east-1_AbCdEfGhI' },
    'COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID must both be given, or no COGNITO_… setting at all.',
  ],
  [
    { COGNITO_USER_POOL_ID: 'my pool', COGNITO_CLIENT_ID: 'abc' },
    'COGNITO_USER_POOL_ID must be like us-east-1_AbCdEfGhI; it is "my pool".',
  ],
  [
    { COGNITO_USER_POOL_ID: 'my_pool', COGNITO_CLIENT_ID: 'abc' },
    'COGNITO_USER_POOL_ID must be like us-east-1_AbCdEfGhI; it is "my_pool".',
  ],
  [
    {
      COGNITO_USER_POOL_ID: 'us-east-1_AbCdEfGhI',
      COGNITO_CLIENT_ID: 'abc',
      VESTRY_ADMIN_PASSWORD: 'Faith, hope & l0ve',
    },
    'VESTRY_ADMIN_PASSWORD is for the embedded identity service; with COGNITO_USER_POOL_ID the user pool decides that. Leave one of them out.',
  ],
  [
    {
      COGNITO_USER_POOL_ID: 'us-east-1_AbCdEfGhI',
      COGNITO_CLIENT_ID: 'abc',
      COGNITO_IDENTITY_POOL_ID: 'us-east-1:01234567-89ab-cdef-0123-456789abcdef',
    },
    'COGNITO_IDENTITY_POOL_ID opens the bucket that S3_BUCKET names, which is missing; leave it out for the embedded store.',
  ],
  [
    { VESTRY_CONSOLE_ORIGINS: 'https://a.example/console' },
    'VESTRY_CONSOLE_ORIGINS must be origins such as https://console.example.org, separated by commas; "https://a.example/console" is not one.',
  ],
  [{ METRICS_PORT: 'x' }, 'METRICS_PORT must be a whole number from 0 to 65535; it is "x".'],
  [
    { VESTRY_BACKUP_FOLDER: '/backup', VESTRY_BACKUP_KEEP: '0' },
    'VESTRY_BACKUP_KEEP must be a whole number from 1 to 1000; it is "0".',
  ],
  [
    { VESTRY_MFA: 'required', VESTRY_SECOND_FACTORS: 'sms' },
    'VESTRY_MFA=required needs totp or email in VESTRY_SECOND_FACTORS: whoever has no phone number yet could never sign in.',
  ],
  [{ VESTRY_MFA: 'yes' }, 'VESTRY_MFA must be optional or required or off; it is "yes".'],
  [
    { VESTRY_SECOND_FACTORS: 'totp, pigeon' },
    'VESTRY_SECOND_FACTORS must name some of totp, email, sms; it is "totp, pigeon".',
  ],
  [
    { VESTRY_FIRST_FACTORS: 'passkey' },
    'VESTRY_FIRST_FACTORS must name password: it is how everybody begins.',
  ],
  [
    { VESTRY_REDIRECT_URIS: 'https://a.example/in b.example' },
    'VESTRY_REDIRECT_URIS must be whole addresses without a #, separated by spaces; "b.example" is not one.',
  ],
  [
    { SMS_URL: 'sms:1' },
    'SMS_URL must be an address that begins with https://, or http:// in your own network; it is "sms:1".',
  ],
  [
    { VESTRY_DOMAIN: 'vestry.example.org', VESTRY_LAN: 'on' },
    'VESTRY_DOMAIN and VESTRY_LAN are ways to the same: leave one of them.',
  ],
  ...['192.0.2.7', 'vestry', 'https://vestry.example.org', 'vestry.example.org:8443', 'a b.example'].map(
    (name): [Environment, string] => [
      { VESTRY_DOMAIN: name },
      `VESTRY_DOMAIN must be a name on the web alone, such as vestry.example.org; it is "${name}".`,
    ],
  ),
  [
    { VESTRY_DOMAIN: 'vestry.example.org', VESTRY_PUBLIC_URL: 'https://other.example.org' },
    'VESTRY_PUBLIC_URL must be https://vestry.example.org, as VESTRY_DOMAIN says, or be left out; it is "https://other.example.org".',
  ],
  [
    { VESTRY_LAN: 'on', VESTRY_PUBLIC_URL: 'http://laptop.local:8080' },
    'VESTRY_PUBLIC_URL must begin with https:// beside VESTRY_LAN; it is "http://laptop.local:8080".',
  ],
  [{ VESTRY_TLS_CERT: '/x' }, 'VESTRY_TLS_CERT and VESTRY_TLS_KEY must both be given, or neither.'],
  [
    { VESTRY_TLS_CERT: '/no/cert', VESTRY_TLS_KEY: '/no/key' },
    "VESTRY_TLS_CERT names a file that can't be read: /no/cert.",
  ],
])('%j is refused with one clear sentence that names the variable', (env, message) => {
  expect(() => read(env)).toThrow(message)
})

test.each(['vestry:sec#ret@mail.example.org:587', 'vestry:12/34@mail.example.org', 'vestry:12#34@mail', ''])(
  'no mail server is at smtp://%s, and a password in it is not said again',
  (rest) => {
    expect(() => read({ SMTP_URL: `smtp://${rest}` })).toThrow(
      /^SMTP_URL must be like smtp:\/\/user:password@mail\.example\.org:587; in user and password write # as %23, \/ as %2F and \? as %3F\.$/,
    )
  },
)

test('a password with signs that addresses have is taken when they are encoded', () => {
  const smtpUrl = 'smtps://vestry%40example.org:se%23c%2Fr%3Fet@mail.example.org/?pool=true'
  expect(read({ SMTP_URL: smtpUrl }).mail.smtpUrl).toBe(smtpUrl)
})

test('a data folder that can not be made is refused', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  chmodSync(file, 0o600)
  expect(() => read({ VESTRY_DATA: join(file, 'data') })).toThrow(
    `VESTRY_DATA names a folder that can't be written: ${join(file, 'data')}.`,
  )
})

test('neither everybody is a trusted proxy, nor has the public address a password', () => {
  for (const VESTRY_TRUST_PROXY of ['0.0.0.0/0', '::/0']) {
    expect(() => read({ VESTRY_TRUST_PROXY })).toThrow(`"${VESTRY_TRUST_PROXY}" is neither.`)
  }
  expect(() => read({ VESTRY_PUBLIC_URL: 'https://ada:secret@example.org' })).toThrow(
    'VESTRY_PUBLIC_URL must be without a user and a password, such as https://example.org.',
  )
})
