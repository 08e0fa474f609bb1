/**
 * Signs people in over HTTP as browsers do, several at once, in a process of its own so that its arithmetic costs
 * the server nothing. Reads what to do from its first argument as JSON; answers times and tokens over IPC.
 */
import { Agent, request } from 'node:http'
import { proveQuickly, QUICK_SRP_A } from './quick-proof.ts'

export type SignInTask = {
  origin: string
  clientId: string
  poolName: string
  emails: string[]
  password: string
  signIns: number
  atOnce: number
}
export type SignInTimes = { milliseconds: number[]; took: number; tokens: string[] }

type Answer = {
  message?: string
  Session?: string
  ChallengeParameters?: Record<string, string>
  AuthenticationResult?: { IdToken: string }
}

const agent = new Agent({ keepAlive: true })
async function signIn(task: SignInTask, email: string): Promise<string> {
  const asked = await call(task, 'InitiateAuth', {
    ClientId: task.clientId,
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A: QUICK_SRP_A },
  })
  const answered = await call(task, 'RespondToAuthChallenge', {
    ClientId: task.clientId,
    ChallengeName: 'PASSWORD_VERIFIER',
    Session: asked.Session,
    ChallengeResponses: proveQuickly(asked.ChallengeParameters ?? {}, task.poolName, task.password),
  })
  const token = answered.AuthenticationResult?.IdToken
  if (token === undefined) {
    throw new Error(`${email} could not sign in: ${JSON.stringify(answered)}`)
  }
  return token
}

let calls = 0
/** Each call comes from another address, since a server allows one address only so many sign-ins. */
function standAtNext(): string {
  calls += 1
  return `10.0.${(calls >> 8) & 255}.${calls & 255}`
}

function call({ origin }: SignInTask, action: string, body: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}/cognito-idp/`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
        'x-forwarded-for': standAtNext(),
      },
    })
    asked.on('error', reject)
    asked.on('response', async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) {
        chunks.push(chunk)
      }
      resolve(JSON.parse(Buffer.concat(chunks).toString()) as Answer)
    })
    asked.end(JSON.stringify(body))
  })
}

async function run(task: SignInTask): Promise<SignInTimes> {
  const milliseconds: number[] = []
  const tokens: string[] = []
  let next = 0
  async function keepSigningIn() {
    while (next < task.signIns) {
      const email = task.emails[next % task.emails.length] ?? ''
      next += 1
      const began = performance.now()
      tokens.push(await signIn(task, email))
      milliseconds.push(performance.now() - began)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: task.atOnce }, keepSigningIn))
  return { milliseconds, took: performance.now() - began, tokens }
}

process.once('message', async (task: SignInTask) => {
  const times = await run(task)
  agent.destroy()
  process.send?.(times, () => process.disconnect())
})
