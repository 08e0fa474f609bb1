import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import util from 'node:util'
import { passwordPolicy } from '@vestry/cognito'
import { ADMINS, DEFAULT_ROLE } from '@vestry/contract/rules/roles.ts'
import { DEFAULT_POSTER_PATH, IMAGE_PREFIX, MEDIA_PREFIX } from '@vestry/contract/sermons/media.ts'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const FILE = join(ROOT, 'deploy', 'aws', 'vestry.yaml')
const ORIGIN = 'https://vestry.example.org'

// The linter is of 2022 and uses two functions that Node has removed since.
Object.assign(util, { isUndefined: (value: unknown) => value === undefined })
Object.assign(util, { isNullOrUndefined: (value: unknown) => value === undefined || value === null })
const { default: lint } = await import('cfn-lint')
const { default: parser } = await import('cfn-lint/lib/parser.js')

// biome-ignore lint/suspicious/noExplicitAny: a template has no type, and a wrong guess fails its test
type Properties = Record<string, any>
const template = parser.openFile(FILE) as { Resources: Record<string, { Properties: Properties }> }
const of = (resource: string) => template.Resources[resource]?.Properties as Properties

/** What the linter's list of Amazon's properties does not know yet; checked against `@aws-cdk/aws-service-spec`. */
const NEWER = [
  'AWS::Cognito::UserPoolDomain',
  'AWS::Cognito::IdentityPool: AllowClassicFlow',
  'AWS::Cognito::UserPool.PasswordPolicy: TemporaryPasswordValidityDays',
  ...[
    'AccountRecoverySetting',
    'DeletionProtection',
    'EnabledMfas',
    'UserAttributeUpdateSettings',
    'UserPoolTier',
    'UsernameConfiguration',
  ].map((name) => `AWS::Cognito::UserPool: ${name}`),
  ...[
    'AccessTokenValidity',
    'AllowedOAuthFlows',
    'AllowedOAuthFlowsUserPoolClient',
    'AllowedOAuthScopes',
    'CallbackURLs',
    'EnableTokenRevocation',
    'IdTokenValidity',
    'LogoutURLs',
    'PreventUserExistenceErrors',
    'SupportedIdentityProviders',
    'TokenValidityUnits',
  ].map((name) => `AWS::Cognito::UserPoolClient: ${name}`),
  'AWS::IAM::Role: Description',
  'AWS::S3::Bucket: OwnershipControls',
  'AWS::S3::Bucket.Rule: NoncurrentVersionExpiration',
]

test('the linter finds nothing but what is newer than itself', () => {
  const { errors } = lint.validateFile(FILE, {
    parameters: { ConsoleOrigin: ORIGIN, AdminEmail: 'ada@example.org' },
  })
  const found = [...errors.crit, ...errors.warn].map(
    ({ message }) =>
      /^(\S+) is not a valid property of (\S+)$/.exec(message)?.slice(1).reverse().join(': ') ??
      /invalid Type of (\S+)\.$/.exec(message)?.[1] ??
      message,
  )
  expect(found.toSorted()).toEqual(NEWER.toSorted())
})

test('the pool asks for the passwords that the embedded one asks for, and lets nobody in by themselves', () => {
  expect(of('UserPool')).toMatchObject({
    UsernameAttributes: ['email'],
    AutoVerifiedAttributes: ['email'],
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    Schema: ['email', 'name'].map((Name) => ({ Name, Required: true, Mutable: true })),
    MfaConfiguration: 'OPTIONAL',
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    Policies: {
      PasswordPolicy: {
        MinimumLength: passwordPolicy.minLength,
        RequireLowercase: passwordPolicy.requireLowercase,
        RequireUppercase: passwordPolicy.requireUppercase,
        RequireNumbers: passwordPolicy.requireNumbers,
        RequireSymbols: passwordPolicy.requireSpecialCharacters,
      },
    },
  })
  expect([of('Admins'), of('Teachers')]).toMatchObject([
    { GroupName: ADMINS, Precedence: 1 },
    { GroupName: DEFAULT_ROLE, Precedence: 2 },
  ])
  expect(of('Client')).toMatchObject({
    GenerateSecret: false,
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
  })
  expect(JSON.stringify(of('Client').CallbackURLs)).toContain(`\${ConsoleOrigin}/login`)
})

type Statement = {
  Sid?: string
  Effect: string
  Action: string | string[]
  Resource: unknown
  Condition?: object
}

function statementsOf(resource: string): Statement[] {
  const { PolicyDocument, Policies } = of(resource)
  return (PolicyDocument ?? Policies?.[0]?.PolicyDocument)?.Statement ?? []
}

test('somebody signed in reaches the two prefixes of the bucket and nothing else, and guests nothing', () => {
  const both = [IMAGE_PREFIX, MEDIA_PREFIX]
  const [objects, listing, kept, mustBeNew, ...more] = statementsOf('StaffRole')
  expect(objects?.Resource).toEqual(both.map((prefix) => ({ 'Fn::Sub': `\${Bucket.Arn}/${prefix}*` })))
  expect(listing).toMatchObject({
    Action: 's3:ListBucket',
    Condition: { StringLike: { 's3:prefix': both.map((prefix) => `${prefix}*`) } },
  })
  expect(kept).toEqual({
    Effect: 'Deny',
    Action: ['s3:PutObject*', 's3:DeleteObject*'],
    Resource: { 'Fn::Sub': `\${Bucket.Arn}/${DEFAULT_POSTER_PATH}` },
  })
  expect(objects?.Action).not.toContain('s3:DeleteObject')
  expect(mustBeNew).toEqual({
    Effect: 'Deny',
    Action: 's3:PutObject',
    Resource: { 'Fn::Sub': `\${Bucket.Arn}/*` },
    Condition: { Null: { 's3:if-none-match': 'true' }, Bool: { 's3:ObjectCreationOperation': 'true' } },
  })
  expect(more).toEqual([])
  expect(statementsOf('ServerPolicy')[1]?.Resource).toEqual(objects?.Resource)
  expect(of('IdentityPool')).toMatchObject({ AllowUnauthenticatedIdentities: false })
  expect(of('IdentityPoolRoles')).toMatchObject({ Roles: { authenticated: {} } })
  expect(of('IdentityPoolRoles').Roles).not.toHaveProperty('unauthenticated')
})

test('the server may make the calls that Staff makes, and no other', () => {
  const folder = join(ROOT, 'server', 'src', 'staff')
  const called = readdirSync(folder)
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/client\.(\w+)\(/g)])
    .map(([, name = '']) => `cognito-idp:${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  const [people] = statementsOf('ServerPolicy')
  expect(people?.Action).toEqual([...new Set(called)].toSorted())
})

test('the bucket is private, and lets the console’s own origin send and read what the uploads need', () => {
  const bucket = of('Bucket')
  expect(Object.values(bucket.PublicAccessBlockConfiguration)).toEqual([true, true, true, true])
  const [rule] = bucket.CorsConfiguration.CorsRules
  expect(rule).toMatchObject({ AllowedOrigins: [{ Ref: 'ConsoleOrigin' }] })
  const folder = join(ROOT, 'console', 'src', 'media')
  const sources = readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const read = [...sources.matchAll(/\.header\('([\w-]+)'\)|_HEADER = '([\w-]+)'/g)].map(
    ([, name, constant = '']) => (name ?? constant).toLowerCase(),
  )
  expect(read).toEqual(expect.arrayContaining(['etag', 'x-amz-meta-upload']))
  expect(rule.ExposedHeaders.map((name: string) => name.toLowerCase())).toEqual(expect.arrayContaining(read))
  const sent = [...sources.matchAll(/'(content-type|if-none-match|if-match|range|x-amz-[\w-]+)'/g)].map(
    ([, name = '']) => name.replace(/^x-amz-.*/, 'x-amz-*'),
  )
  expect(rule.AllowedHeaders).toEqual(expect.arrayContaining(['authorization', ...sent]))
})
