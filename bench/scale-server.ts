import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import { openDatabase } from '@vestry/server/database/open-database.ts'
import { type RunningPostgres, runPostgres } from '@vestry/server/testing/run-postgres.ts'
import { prepareProgram, type RunningProgram } from '@vestry/server/testing/run-program.ts'
import { sql } from 'kysely'
import { type Client, openClient } from './api-client.ts'
import { ADMIN } from './bench-server.ts'
import { fillAttendees } from './fill-attendees.ts'
import { fillItems } from './fill-items.ts'

export type Scale = { name: string; postgres: boolean; processes: number }

/** A class with one teacher, who calls its roll. */
export type HeldClass = { class_id: number; children: number[] }

export type ScaleServer = {
  /** One address for each process. */
  origins: string[]
  token: string
  ids: { clientId: string; poolName: string }
  classes: HeldClass[]
  staff: string[]
  serverPids(): number[]
  databasePids(): number[]
  destroy(): Promise<void>
}

const ITEMS = 1000
const ATTENDEES = 1000
const TEACHERS = 16
const A_CLASS = 20
const STAFF = 16

/** A church of a usual size in the real program, as one process or as several on one database. */
export async function openScaleServer({ postgres: onPostgres, processes }: Scale): Promise<ScaleServer> {
  const postgres = onPostgres ? await runPostgres({ durable: true }) : undefined
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-bench-'))
  const folders = [dataFolder]
  const programs: RunningProgram[] = []
  const environment = {
    VESTRY_PUBLIC_URL: 'http://localhost:8135',
    VESTRY_ADMIN_EMAIL: ADMIN.email,
    VESTRY_ADMIN_PASSWORD: ADMIN.password,
    DATABASE_URL: postgres?.url ?? '',
  }
  await fill(dataFolder, postgres)
  programs.push(await prepareProgram(environment, { dataFolder }))
  await programs[0]?.start()
  while (programs.length < processes) {
    const further = await mkdtemp(join(tmpdir(), 'vestry-bench-'))
    folders.push(further)
    await cp(join(dataFolder, 'keys'), join(further, 'keys'), { recursive: true })
    const program = await prepareProgram(environment, { dataFolder: further })
    programs.push(program)
    await program.start()
  }
  const origins = programs.map(({ origin }) => origin)
  const [first = ''] = origins
  const config = (await (await fetch(`${first}/config.json`)).json()) as Record<string, string>
  const clientId = config.userPoolClientId ?? ''
  const token = await signIn(first, clientId)
  const admin = openClient(first, token)
  const classes: HeldClass[] = []
  for (let teacher = 0; teacher < TEACHERS; teacher += 1) {
    classes.push(await planClass(admin))
  }
  admin.close()
  return {
    origins,
    token,
    ids: { clientId, poolName: config.userPoolId?.split('_')[1] ?? '' },
    classes,
    staff: Array.from({ length: STAFF }, () => ADMIN.email),
    serverPids: () => programs.map((program) => program.pid()),
    databasePids: () => postgres?.pids() ?? [],
    async destroy() {
      await Promise.all(programs.map((program) => program.destroy()))
      await postgres?.stop()
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}

async function fill(dataFolder: string, postgres: RunningPostgres | undefined) {
  const database = await openDatabase({ dataFolder, databaseUrl: postgres?.url })
  await fillItems(database, ITEMS)
  await fillAttendees(database, ATTENDEES)
  await sql.raw(postgres ? 'vacuum analyze' : 'pragma optimize').execute(database.sql)
  await database.close()
}

/** The identity token of the administrator. */
export async function signIn(origin: string, ClientId: string): Promise<string> {
  const answer = await fetch(`${origin}/cognito-idp/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: ADMIN.email, PASSWORD: ADMIN.password },
    }),
  })
  const { AuthenticationResult: tokens } = (await answer.json()) as {
    AuthenticationResult: { IdToken: string }
  }
  return tokens.IdToken
}

async function planClass(admin: Client): Promise<HeldClass> {
  const { body } = await admin.call<CallAnswer<'POST /classes'>>('POST', '/classes', {
    title: 'A class',
    session_datetime: '2026-05-03T10:30:00',
  })
  const children: number[] = []
  for (let child = 0; child < A_CLASS; child += 1) {
    const added = { first_name: `Child ${child}`, last_name: 'Ruiz' }
    children.push((await admin.call<CallAnswer<'POST /attendees'>>('POST', '/attendees', added)).body.id)
  }
  await admin.call('POST', '/classes/roster', { series_id: body.series_id, attendee_ids: children })
  return { class_id: body.id, children }
}
