import { setTimeout as pause } from 'node:timers/promises'
import { type ProofChallenge, startSrp, timestampOf } from '@vestry/cognito/testing/srp-client.ts'
import type { Answer } from '@vestry/cognito/testing/start-cognito.ts'
import type { Call, CallAnswer, CallInput } from '@vestry/contract/calls/api.ts'
import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { cognitoCall, isOfIdentityPool } from './cognito-call.ts'

/** After this many answers that the server has failed, the last one is returned. */
const MAX_FAILURES = 100
const PAUSE = 100
/** A request to a process that died is given up after this time. */
const PATIENCE = 10_000

export type Person = { email: string; password: string }
export type Tokens = NonNullable<Answer['AuthenticationResult']>

export type RetryingClient = ReturnType<typeof openRetryingClient>

/**
 * What a browser and its owner do together: a request without a response is sent again, word for word, until it has
 * one. A restart may take as long as whoever restarts is patient.
 */
export function openRetryingClient(origin: string) {
  let config: Promise<RuntimeConfig> | undefined

  async function send(path: string, init: RequestInit = {}): Promise<{ status: number; body: string }> {
    for (let failures = 0; ; ) {
      const signal = AbortSignal.timeout(PATIENCE)
      const answer = await fetch(`${origin}${path}`, { ...init, signal })
        .then(async (given) => ({ status: given.status, body: await given.text() }))
        .catch(() => undefined)
      failures += Number(answer !== undefined)
      if (answer && (answer.status < 500 || failures === MAX_FAILURES)) {
        return answer
      }
      await pause(PAUSE)
    }
  }

  const readConfig = () => {
    config ??= send('/config.json').then(({ body }) => JSON.parse(body) as RuntimeConfig)
    return config
  }

  /** One action of Cognito's protocol; a refusal is returned. */
  async function identity(action: string, input: object): Promise<Answer> {
    const isPool = isOfIdentityPool(action)
    const { userPoolClientId: ClientId } = await readConfig()
    const given = isPool || 'AccessToken' in input ? input : { ClientId, ...input }
    const { body } = await send(`/cognito-${isPool ? 'identity' : 'idp'}/`, cognitoCall(action, given))
    return JSON.parse(body || '{}') as Answer
  }

  /** Signs in by proving a password, and chooses `next` if a new one is asked for. */
  async function signIn({ email, password }: Person, next = ''): Promise<Tokens> {
    const { userPoolId } = await readConfig()
    const client = startSrp()
    let answer = await identity('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email, SRP_A: client.srpA },
    })
    answer = await identity('RespondToAuthChallenge', {
      ChallengeName: 'PASSWORD_VERIFIER',
      Session: answer.Session,
      ChallengeResponses: client.prove(
        answer.ChallengeParameters as ProofChallenge,
        userPoolId.split('_')[1] ?? '',
        password,
        timestampOf(Date.now()),
      ),
    })
    if (answer.ChallengeName === 'NEW_PASSWORD_REQUIRED') {
      answer = await identity('RespondToAuthChallenge', {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: answer.Session,
        ChallengeResponses: { USERNAME: email, NEW_PASSWORD: next, 'userAttributes.name': 'Somebody' },
      })
    }
    if (!answer.AuthenticationResult) {
      throw new Error(`${email} could not sign in: ${JSON.stringify(answer)}`)
    }
    return answer.AuthenticationResult
  }

  return {
    readConfig,
    identity,
    signIn,

    /** A call of the API; a refusal is thrown. */
    async api<C extends Call>(call: C, token: string, { query, body }: CallInput<C> = {}) {
      const [method = '', path] = call.split(' ')
      const parameters = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])
      const answer = await send(`/api${path}?${new URLSearchParams(parameters)}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (answer.status !== 200) {
        throw new Error(`${call} answered ${answer.status}: ${answer.body}`)
      }
      return JSON.parse(answer.body) as CallAnswer<C>
    },

    /** Credentials of the store for a signed-in person, in the form that Amazon's client takes. */
    async storeCredentials({ IdToken }: Tokens) {
      const { userPoolId, identityPoolId: IdentityPoolId } = await readConfig()
      const Logins = { [`${origin.replace(/^https?:\/\//, '')}/${userPoolId}`]: IdToken }
      const { IdentityId } = await identity('GetId', { IdentityPoolId, Logins })
      const { Credentials: given } = await identity('GetCredentialsForIdentity', { IdentityId, Logins })
      return {
        accessKeyId: given?.AccessKeyId ?? '',
        secretAccessKey: given?.SecretKey ?? '',
        sessionToken: given?.SessionToken ?? '',
      }
    },
  }
}
