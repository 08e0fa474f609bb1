/**
 * What the browser must know at start, served as `/config.json`. Nothing in it is secret.
 * An endpoint may be a path; it then belongs to the origin that served the console.
 */
export type RuntimeConfig = {
  version: string
  region: string
  userPoolId: string
  userPoolClientId: string
  identityPoolId: string
  /** Absent with Amazon Cognito, whose own endpoints the client knows. */
  userPoolEndpoint?: string
  identityPoolEndpoint?: string
  bucket: string
  /** The address of the bucket itself, path style, such as `/s3/preaching`. */
  storageEndpoint: string
  passwordPolicy: PasswordPolicy
  /** The church's own IANA time zone, by which wall-clock times are meant. */
  timeZone: string
}

export type PasswordPolicy = {
  minLength: number
  requireLowercase: boolean
  requireUppercase: boolean
  requireNumbers: boolean
  requireSpecialCharacters: boolean
}
