import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addChildren,
  callRoll,
  comeIn,
  type Load,
  renewTokens,
  sendRecordings,
  signInAgain,
} from './church-load.ts'
import { followNews } from './follow-news.ts'
import { openRetryingClient, type RetryingClient, type Tokens } from './retrying-client.ts'
import { startThreePrograms, type ThreePrograms } from './three-programs.ts'

const ADA = { email: 'ada@vestry.test', password: 'Faith, hope & l0ve' }
/** How often one of the three is killed; set it higher by hand, such as THREE_PROCESSES_KILLS=100. */
const KILLS = Number(process.env.THREE_PROCESSES_KILLS ?? 2)
/** The pause between two things that one person does, so that a start is not starved on a machine with few cores. */
const BREATH = 50

let server: ThreePrograms
let client: RetryingClient
let ada: Tokens

beforeAll(async () => {
  server = await startThreePrograms()
  client = openRetryingClient(server.origin)
}, 300_000)
afterAll(() => server?.destroy())

const eachProcess = <Result>(ask: (one: RetryingClient, index: number) => Promise<Result>) =>
  Promise.all(server.programs.map(({ origin }, index) => ask(openRetryingClient(origin), index)))

test('three that start at once on an empty database are one server, with one first user', async () => {
  const [first, ...others] = await eachProcess(({ readConfig }) => readConfig())
  expect(others).toEqual([first, first])
  const keys = await Promise.all(
    server.programs.map(async ({ origin }) =>
      (await fetch(`${origin}/${first?.userPoolId}/.well-known/jwks.json`)).text(),
    ),
  )
  expect(new Set(keys).size).toBe(1)
  const printed = server.programs.flatMap(
    (one) => /temporary password\s+(\S+)/.exec(one.printed())?.[1] ?? [],
  )
  expect(printed).toHaveLength(1)
  const [password = ''] = printed
  ada = await client.signIn({ email: ADA.email, password }, ADA.password)
  const { results } = await client.api('GET /staff', ada.IdToken)
  expect(results.map(({ email }) => email)).toEqual([ADA.email])
})

test(
  'while one after the other is killed nothing that was acknowledged is lost or doubled, and nobody is signed out',
  async () => {
    const loads = [
      await callRoll(client, ada, '2026-05-03'),
      addChildren(client, ada),
      signInAgain(client, ADA),
      renewTokens(client, ada),
      await comeIn(client, server.origin, await server.makeKey()),
      await sendRecordings(client, server.origin, ada),
    ]
    const done = new Map(loads.map(({ name }) => [name, 0]))
    let isOver = false
    const keepOn = async ({ name, act }: Load) => {
      while (!isOver) {
        await act()
        done.set(name, (done.get(name) ?? 0) + 1)
        await pause(BREATH)
      }
    }
    const works = Promise.all(loads.map(keepOn))
    // A failure is reported at once, not only after the last kill.
    await Promise.race([works, killInTurn()])
    isOver = true
    await works
    expect([...done].filter(([, times]) => times === 0)).toEqual([])
    for (const { check } of loads) {
      await check()
    }
  },
  120_000 + KILLS * 30_000,
)

async function killInTurn() {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const program = server.programs[kill % server.programs.length]
    await pause(700)
    await program?.kill()
    await pause(300)
    await program?.start()
  }
}

test('a sign-in that ends at one process is over at all of them at once, for the server and for the store', async () => {
  const { bucket } = await client.readConfig()
  for (const { origin } of server.programs) {
    const tokens = await client.signIn(ADA)
    const credentials = await client.storeCredentials(tokens)
    const store = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1', retries: 0 })
    const ask = () =>
      eachProcess(async (one, index) => {
        const at = server.programs[index]?.origin
        const headers = { authorization: `Bearer ${tokens.IdToken}` }
        const [api, listed] = await Promise.all([
          fetch(`${at}/api/staff/groups`, { headers }),
          store.fetch(`${at}/s3/${bucket}?list-type=2&prefix=preaching/`),
          one.readConfig(),
        ])
        return [api.status, listed.status]
      })
    expect(await ask()).toEqual([
      [200, 200],
      [200, 200],
      [200, 200],
    ])
    await openRetryingClient(origin).identity('GlobalSignOut', { AccessToken: tokens.AccessToken })
    expect(await ask()).toEqual([
      [401, 403],
      [401, 403],
      [401, 403],
    ])
    const refreshed = await eachProcess((one) =>
      one.identity('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken }),
    )
    expect(refreshed.map(({ __type }) => __type)).toEqual(Array(3).fill('NotAuthorizedException'))
  }
})

test('what is written at one process is told by all of them', async () => {
  const { IdToken } = await client.signIn(ADA)
  const followed = await Promise.all(server.programs.map(({ origin }) => followNews(origin, IdToken)))
  try {
    const told = () => followed.map(({ now }) => now().attendees)
    await expect.poll(told, { timeout: 30_000 }).not.toContain(undefined)
    const [before = 0] = told()
    const answer = await fetch(`${server.programs[0]?.origin}/api/attendees`, {
      method: 'POST',
      headers: { authorization: `Bearer ${IdToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Told', last_name: 'Everywhere' }),
    })
    expect(answer.status).toBe(200)
    await expect.poll(told, { timeout: 30_000 }).toEqual(Array(3).fill(Number(before) + 1))
  } finally {
    for (const one of followed) {
      one.close()
    }
  }
})

test('wrong passwords are counted over all of them together', async () => {
  const guess = () =>
    client.identity('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'nobody@vestry.test', PASSWORD: 'Wrong-Password-1' },
    })
  const answers = await Promise.all(Array.from({ length: 12 }, guess))
  const looked = answers.filter(({ message }) => message === 'Incorrect username or password.')
  expect(looked).toHaveLength(5)
  const refused = await eachProcess((one) =>
    one.identity('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'nobody@vestry.test', PASSWORD: 'Wrong-Password-1' },
    }),
  )
  expect(refused.map(({ message }) => message)).toContain('Password attempts exceeded')
})
