import { StartupError } from '../startup-error.ts'
import { type Environment, text, url } from './read-setting.ts'

/** The settings of the service that replaces the embedded identity service. */
export type CognitoSettings = {
  userPoolId: string
  clientId: string
  /** The identity pool that gives the browser credentials to the bucket; without it, this server gives them. */
  identityPoolId: string | undefined
  /** The host of the hosted pages, without a scheme. */
  domain: string | undefined
  /** The origin of another service with the same protocols, such as another Vestry. */
  endpoint: string | undefined
}

export function cognitoSettings(env: Environment): CognitoSettings | undefined {
  const [userPoolId, clientId, identityPoolId, domain] = [
    'COGNITO_USER_POOL_ID',
    'COGNITO_CLIENT_ID',
    'COGNITO_IDENTITY_POOL_ID',
    'COGNITO_DOMAIN',
  ].map((name) => text(env, name))
  const endpoint = text(env, 'COGNITO_ENDPOINT') && url(env, 'COGNITO_ENDPOINT', '')
  if (userPoolId === undefined || clientId === undefined) {
    if (userPoolId ?? clientId ?? identityPoolId ?? domain ?? endpoint) {
      throw new StartupError(
        'COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID must both be given, or no COGNITO_… setting at all.',
      )
    }
    return undefined
  }
  // Amazon's own ids begin with a region, which says where its keys and calls are.
  const [region = ''] = userPoolId.split('_')
  if (!/^[\w-]+_[0-9A-Za-z]+$/.test(userPoolId) || (!endpoint && !/^[a-z]{2,4}(-[a-z]+)+-\d$/.test(region))) {
    throw new StartupError(`COGNITO_USER_POOL_ID must be like us-east-1_AbCdEfGhI; it is "${userPoolId}".`)
  }
  if (identityPoolId !== undefined && !/^[\w-]+:[0-9a-f-]+$/.test(identityPoolId)) {
    throw new StartupError(
      `COGNITO_IDENTITY_POOL_ID must be like us-east-1:01234567-89ab-…; it is "${identityPoolId}".`,
    )
  }
  if (domain !== undefined && !/^[a-z0-9.-]+(:\d+)?$/.test(domain)) {
    throw new StartupError(
      `COGNITO_DOMAIN must be a host such as church.auth.us-east-1.amazoncognito.com; it is "${domain}".`,
    )
  }
  if (identityPoolId !== undefined && text(env, 'S3_BUCKET') === undefined) {
    throw new StartupError(
      'COGNITO_IDENTITY_POOL_ID opens the bucket that S3_BUCKET names, which is missing; leave it out for the embedded store.',
    )
  }
  const senseless = EMBEDDED_ONLY.find((name) => text(env, name) !== undefined)
  if (senseless !== undefined) {
    throw new StartupError(
      `${senseless} is for the embedded identity service; with COGNITO_USER_POOL_ID the user pool decides that. Leave one of them out.`,
    )
  }
  return { userPoolId, clientId, identityPoolId, domain, endpoint }
}

/** Settings that have no effect where people sign in elsewhere. */
const EMBEDDED_ONLY = [
  'VESTRY_ADMIN_EMAIL',
  'VESTRY_ADMIN_PASSWORD',
  'VESTRY_MFA',
  'VESTRY_SECOND_FACTORS',
  'VESTRY_FIRST_FACTORS',
  'VESTRY_DEVICES',
  'VESTRY_SIGN_UP',
  'VESTRY_REDIRECT_URIS',
  'VESTRY_LOGOUT_URIS',
]

/** The settings of the store that replaces the embedded one. */
export type S3Settings = {
  bucket: string
  /**
   * The address of the store that holds the bucket, path style, such as `https://s3.example.org`; absent for Amazon's
   * own.
   */
  endpoint: string | undefined
  /** A role whose temporary credentials the browser gets, so that it can reach the bucket by itself. */
  roleArn: string | undefined
  /** Where the role is assumed, if neither at Amazon nor at the store itself. */
  stsEndpoint: string | undefined
}

export function s3Settings(env: Environment): S3Settings | undefined {
  const bucket = text(env, 'S3_BUCKET')
  const endpoint = text(env, 'S3_ENDPOINT')?.replace(/\/$/, '')
  const roleArn = text(env, 'S3_ROLE_ARN')
  if (bucket === undefined) {
    if (endpoint ?? roleArn) {
      throw new StartupError('S3_BUCKET must name the bucket when S3_ENDPOINT or S3_ROLE_ARN is given.')
    }
    return undefined
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new StartupError('S3_BUCKET must be 3 to 63 lower-case letters, digits, dots and hyphens.')
  }
  if (endpoint !== undefined && (!URL.canParse(endpoint) || !/^https?:\/\/[^?#@]+$/i.test(endpoint))) {
    throw new StartupError(
      `S3_ENDPOINT must be an address such as https://s3.example.org; it is "${endpoint}".`,
    )
  }
  if (roleArn !== undefined && !/^arn:[\w-]+:iam::\w*:role\/.+$/.test(roleArn)) {
    throw new StartupError(
      `S3_ROLE_ARN must be like arn:aws:iam::123456789012:role/recordings; it is "${roleArn}".`,
    )
  }
  const stsEndpoint = text(env, 'AWS_ENDPOINT_URL_STS') && url(env, 'AWS_ENDPOINT_URL_STS', '')
  return { bucket, endpoint, roleArn, stsEndpoint }
}
