import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../app.ts'
import { churchDay } from '../church-time.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/open-database.ts'
import type { TestDatabase } from './each-database.ts'
import { signInByPassword } from './password-sign-in.ts'
import { ADA } from './start-test-server.ts'
import { createTestClock } from './test-clock.ts'

export type DemoChurch = Awaited<ReturnType<typeof openDemoChurch>>

/** The demonstration church as the real program fills it, with access to its database. */
export async function openDemoChurch(kind: TestDatabase) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-demo-'))
  const made = await kind.create()
  const clock = createTestClock()
  const config = readConfig({
    VESTRY_DATA: dataFolder,
    VESTRY_PUBLIC_URL: 'http://localhost:8080',
    VESTRY_TIMEZONE: 'Europe/Madrid',
    VESTRY_ADMIN_EMAIL: ADA.email,
    VESTRY_ADMIN_PASSWORD: ADA.password,
    DATABASE_URL: made.databaseUrl,
  })

  /** Starts the program once, and returns who teaches. */
  async function fill(): Promise<string[]> {
    const app = await buildApp(config, { clock, log: undefined, demo: true })
    await app.close()
    return app.demoTeachers
  }

  /** The program's response to somebody of the demonstration. */
  async function answerTo(email: string, address: string) {
    const app = await buildApp(config, { clock, log: undefined, demo: true })
    const person = { email, password: ADA.password }
    const token = await signInByPassword(app.http, app.identity.ids.userPoolClientId, person)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.http.inject({ url: `/api${address}`, headers })
    await app.close()
    return answer.json()
  }

  await fill()
  const database = await openDatabase({ dataFolder, databaseUrl: made.databaseUrl })
  return {
    fill,
    answerTo,
    sql: database.sql,
    today: churchDay(clock, config.timeZone),
    async destroy() {
      await database.close()
      await made.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
