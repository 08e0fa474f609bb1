import type { Call, CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { AwsClient } from 'aws4fetch'

/** There was no response: the change may have been made or not. */
export class Unanswered extends Error {}

/** A response that is a refusal. */
export class Refused extends Error {
  readonly status: number

  constructor(call: string, status: number, text: string) {
    super(`${call} answered ${status}: ${text}`)
    this.status = status
  }
}

export type Tokens = { IdToken: string; AccessToken: string; RefreshToken: string }
export type IdentityAnswer = {
  __type?: string
  Session?: string
  ChallengeName?: string
  ChallengeParameters?: Record<string, string>
  AuthenticationResult?: Tokens
}

/** Longer than a lease that a killed process held. */
const PATIENCE = 30_000
/** How long a client uses tokens and credentials before it asks for new ones. */
const GOOD_FOR = 40 * 60_000

export type Calls = ReturnType<typeof openCalls>

/** The clients of a server, on real HTTP. While its database may be down, a 5xx counts as no response. */
export function openCalls(origin: string, admin: { email: string; password: string }) {
  const state = { databaseMayBeDown: false, serverIsUp: true }
  /** What was sent again because its connection was closed, and how the client noticed that. */
  const repeated: string[] = []
  let config: RuntimeConfig | undefined
  let token: { value: string; until: number } | undefined
  let store: { client: AwsClient; until: number } | undefined
  let asked = 0

  async function send(
    call: string,
    address: string,
    init: RequestInit,
    isRepeated = false,
  ): Promise<Response & { bytes: Buffer }> {
    try {
      const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(PATIENCE) })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.status >= 500 && state.databaseMayBeDown) {
        throw new Unanswered(`${call} answered ${answer.status}`)
      }
      return Object.assign(answer, { bytes })
    } catch (error) {
      if (!(error instanceof TypeError)) {
        throw error
      }
      // A connection may be closed while it waits for its next request (RFC 9112, section 9.5).
      if (state.serverIsUp && !isRepeated) {
        repeated.push(`${call}: ${error.message}, ${error.cause}`)
        return send(call, address, init, true)
      }
      throw new Unanswered(`${call}: ${error.cause}`, { cause: error })
    }
  }

  async function readConfig(): Promise<RuntimeConfig> {
    config ??= JSON.parse(
      (await send('config', `${origin}/config.json`, {})).bytes.toString(),
    ) as RuntimeConfig
    return config
  }

  /** One action of Cognito's protocol; a refusal is returned instead of thrown. */
  async function identity(action: string, body: object): Promise<IdentityAnswer> {
    const isPool = action === 'GetId' || action === 'GetCredentialsForIdentity'
    const { userPoolClientId: ClientId } = await readConfig()
    asked += 1
    const answer = await send(action, `${origin}/cognito-${isPool ? 'identity' : 'idp'}/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentity${isPool ? '' : 'Provider'}Service.${action}`,
        'x-forwarded-for': addressOf(asked),
      },
      body: JSON.stringify(isPool || 'AccessToken' in body ? body : { ClientId, ...body }),
    })
    if (answer.status >= 500) {
      throw new Refused(action, answer.status, answer.bytes.toString())
    }
    return JSON.parse(answer.bytes.toString() || '{}') as IdentityAnswer
  }

  function signInByPassword({ email, password }: { email: string; password: string }) {
    return identity('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    })
  }

  async function adminToken(): Promise<string> {
    if (!token || token.until < Date.now()) {
      const answer = await signInByPassword(admin)
      if (!answer.AuthenticationResult) {
        throw new Refused('The administrator', 400, JSON.stringify(answer))
      }
      token = { value: answer.AuthenticationResult.IdToken, until: Date.now() + GOOD_FOR }
    }
    return token.value
  }

  async function openBucket(): Promise<AwsClient> {
    if (!store || store.until < Date.now()) {
      const { userPoolId, identityPoolId: IdentityPoolId, region } = await readConfig()
      const Logins = { [`${origin.replace(/^https?:\/\//, '')}/${userPoolId}`]: await adminToken() }
      const { IdentityId } = (await identity('GetId', { IdentityPoolId, Logins })) as { IdentityId?: string }
      const { Credentials: given } = (await identity('GetCredentialsForIdentity', {
        IdentityId,
        Logins,
      })) as { Credentials?: { AccessKeyId: string; SecretKey: string; SessionToken: string } }
      if (!given) {
        throw new Refused('GetCredentialsForIdentity', 400, 'no credentials')
      }
      const client = new AwsClient({
        accessKeyId: given.AccessKeyId,
        secretAccessKey: given.SecretKey,
        sessionToken: given.SessionToken,
        service: 's3',
        region,
        retries: 0,
      })
      store = { client, until: Date.now() + GOOD_FOR }
    }
    return store.client
  }

  return {
    state,
    repeated,
    readConfig,
    identity,
    signInByPassword,

    /** A call of the API as the administrator, or with another token; throws if it is refused. */
    async api<C extends Call>(
      call: C,
      { query, body }: CallInput<C> = {},
      as?: string,
    ): Promise<CallAnswer<C>> {
      const [method = '', path = ''] = call.split(' ')
      const parameters = new URLSearchParams(
        Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const answer = await send(call, `${origin}/api${path}?${parameters}`, {
        method,
        headers: {
          authorization: `Bearer ${as ?? (await adminToken())}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (answer.status !== 200) {
        throw new Refused(call, answer.status, answer.bytes.toString())
      }
      return JSON.parse(answer.bytes.toString())
    },

    /** A request to the store, below the bucket; a 404 is returned like any other response. */
    async store(
      method: string,
      path: string,
      bytes?: Buffer | string,
    ): Promise<Response & { bytes: Buffer }> {
      const client = await openBucket()
      const address = `${origin}${(await readConfig()).storageEndpoint}/${path}`
      const body = typeof bytes === 'string' || bytes === undefined ? bytes : Uint8Array.from(bytes)
      const init = { method, ...(body !== undefined && { body }) }
      const signed = await client.sign(address, init)
      const answer = await send(`${method} ${path}`, address, { ...init, headers: signed.headers })
      if (answer.status >= 300 && answer.status !== 404) {
        throw new Refused(`${method} ${path}`, answer.status, answer.bytes.toString())
      }
      return answer
    },
  }
}

/** A server allows one address only so many sign-ins; each of these clients begins a few hundred. */
function addressOf(asked: number): string {
  return `10.0.${(asked >> 16) & 255}.${(asked >> 8) & 255}`
}
