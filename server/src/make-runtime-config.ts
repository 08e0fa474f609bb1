import type { ChurchSettings } from '@vestry/contract/rules/church-setting-rules.ts'
import type { PasswordPolicy, RuntimeConfig, SignInRules } from '@vestry/contract/rules/runtime-config.ts'
import { logoAddress } from './http/serve-logo.ts'
import { VERSION } from './version.ts'

/** The settings that a browser must know. */
type Settings = {
  region: string
  publicUrl: string
  mail: { smtpUrl: string | undefined }
  opensOffline: boolean
  cognito:
    | { identityPoolId: string | undefined; domain: string | undefined; endpoint: string | undefined }
    | undefined
}

/** Where people and recordings are, and the rules by which people sign in. */
type Parts = {
  ids: Pick<RuntimeConfig, 'userPoolId' | 'userPoolClientId' | 'identityPoolId'>
  rules: { passwordPolicy: PasswordPolicy; signIn: SignInRules; passkeyHost: string | undefined }
  store: { bucket: string; address: string; isDirect: boolean; supportsConditionalWrites: boolean }
}

/**
 * What the browser must know at start. With Amazon Cognito no endpoint is named, since the client knows Amazon's own.
 */
export function makeRuntimeConfig(
  settings: Settings,
  church: ChurchSettings,
  { ids, rules, store }: Parts,
): RuntimeConfig {
  const { cognito } = settings
  const { logo, timeZone, twoSteps: _said, startsOnToday: _start, gettingStarted: _list, ...shown } = church
  const own = new URL(settings.publicUrl)
  const endpoint = (path: string, elsewhere: boolean) =>
    elsewhere ? cognito?.endpoint && `${cognito.endpoint}${path}` : path
  const userPoolEndpoint = endpoint('/cognito-idp/', cognito !== undefined)
  const identityPoolEndpoint = endpoint('/cognito-identity/', cognito?.identityPoolId !== undefined)
  return {
    version: VERSION,
    region: settings.region,
    ...ids,
    ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
    ...(identityPoolEndpoint !== undefined && { identityPoolEndpoint }),
    bucket: store.bucket,
    storageEndpoint: store.address,
    ...(!store.supportsConditionalWrites && { randomNames: true }),
    ...(store.isDirect && { serverRemoves: true }),
    passwordPolicy: rules.passwordPolicy,
    signIn: rules.signIn,
    passkeyHost: rules.passkeyHost ?? own.hostname,
    ...(cognito?.domain !== undefined && { hostedUi: cognito.domain }),
    sendsEmail: cognito !== undefined || settings.mail.smtpUrl !== undefined,
    timeZone,
    opensOffline: settings.opensOffline,
    church: { ...shown, logo: logoAddress(logo) },
  }
}
