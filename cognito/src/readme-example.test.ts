import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUTH } from './testing/start-cognito.ts'
import { freePort } from './testing/test-ports.ts'

const PACKAGE = join(import.meta.dirname, '..')

let folder: string
let program: ChildProcess
let endpoint: string

/** The program of the README, in a folder within the package, so that it finds the package by its name. */
beforeAll(async () => {
  folder = await mkdtemp(join(PACKAGE, '.readme-'))
  const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile(join(PACKAGE, 'README.md'), 'utf8')) ?? []
  await writeFile(join(folder, 'example.ts'), example)
  const PORT = String(await freePort())
  endpoint = `http://localhost:${PORT}/cognito-idp/`
  program = spawn(process.execPath, [join(folder, 'example.ts')], {
    env: { PATH: process.env.PATH, PORT, DATA_FOLDER: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
})
afterAll(async () => {
  const isOver = new Promise((resolve) => program.once('close', resolve))
  program.kill()
  await isOver
  await rm(folder, { recursive: true })
})

test('the program of the README signs somebody in with the AWS SDK', async () => {
  const { userPoolClientId } = await nextLine<{ userPoolClientId: string }>()
  const client = new CognitoIdentityProviderClient({
    region: 'us-east-1',
    endpoint,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  })
  const { AuthenticationResult: tokens } = await client.send(
    new InitiateAuthCommand({
      ClientId: userPoolClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: RUTH.email, PASSWORD: RUTH.password },
    }),
  )
  const { UserAttributes } = await client.send(new GetUserCommand({ AccessToken: tokens?.AccessToken }))
  expect(UserAttributes).toContainEqual({ Name: 'email', Value: RUTH.email })
  client.destroy()
})

async function nextLine<Said>(): Promise<Said> {
  const { stdout } = program
  if (!stdout) {
    throw new Error('The program says nothing.')
  }
  for await (const line of createInterface({ input: stdout })) {
    return JSON.parse(line) as Said
  }
  throw new Error('The program ended before it said its ids.')
}
