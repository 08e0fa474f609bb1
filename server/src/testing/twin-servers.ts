import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, buildApp } from '../app.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { freePort } from './run-program.ts'
import { ADA } from './start-test-server.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** A Vestry on a port of its own, whose identity service and store take the place of a cloud's. */
export type CloudServer = {
  origin: string
  app(): App
  /** The settings of a server whose people are in this one's user pool. */
  settings: Record<string, string>
  stop(): Promise<void>
  start(): Promise<void>
  destroy(): Promise<void>
}

export async function startCloud(): Promise<CloudServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-cloud-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const config = readConfig({
    PORT: String(port),
    VESTRY_DATA: dataFolder,
    VESTRY_ADMIN_EMAIL: ADA.email,
    VESTRY_ADMIN_PASSWORD: ADA.password,
  })
  const build = async () => {
    const built = await buildApp(config, { clock: createTestClock(systemClock.now()), log: undefined })
    await built.http.listen({ host: '127.0.0.1', port })
    return built
  }
  let app = await build()
  let running = true
  const stop = async () => {
    if (running) {
      running = false
      await app.close()
    }
  }
  const { userPoolId, userPoolClientId } = app.identity.ids
  return {
    origin,
    app: () => app,
    settings: {
      COGNITO_USER_POOL_ID: userPoolId,
      COGNITO_CLIENT_ID: userPoolClientId,
      COGNITO_ENDPOINT: origin,
    },
    stop,
    async start() {
      app = await build()
      running = true
    },
    async destroy() {
      await stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** A server whose `settings` make it use another one's services. */
export type TwinServer = { app: App; clock: TestClock; destroy(): Promise<void> }

export async function startTwin(settings: Record<string, string>): Promise<TwinServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-twin-'))
  const clock = createTestClock(systemClock.now())
  const app = await buildApp(readConfig({ VESTRY_DATA: dataFolder, ...settings }), { clock, log: undefined })
  return {
    app,
    clock,
    async destroy() {
      await app.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
