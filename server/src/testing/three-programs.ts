import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeOperatorKey } from './ask-command-line.ts'
import { POSTGRES } from './each-database.ts'
import { openRoundRobin } from './round-robin.ts'
import { prepareProgram, type RunningProgram } from './run-program.ts'

export type ThreePrograms = Awaited<ReturnType<typeof startThreePrograms>>

/**
 * Three processes behind a proxy that start at once on one empty PostgreSQL, one key file that doesn't exist yet, and
 * the bucket of a fourth Vestry.
 */
export async function startThreePrograms() {
  const database = await POSTGRES.create()
  const folder = mkdtempSync(join(tmpdir(), 'vestry-three-'))
  const proxy = await openRoundRobin()
  const store = await prepareProgram()
  await store.start()
  const bucketKey = await makeOperatorKey({ VESTRY_DATA: store.dataFolder })
  const shared = {
    DATABASE_URL: database.databaseUrl ?? '',
    VESTRY_KEY_FILE: join(folder, 'identity.key'),
    VESTRY_PUBLIC_URL: proxy.origin,
    VESTRY_TIMEZONE: 'Europe/Madrid',
    VESTRY_ADMIN_EMAIL: 'ada@vestry.test',
    S3_BUCKET: 'preaching',
    S3_ENDPOINT: `${store.origin}/s3`,
    AWS_ACCESS_KEY_ID: bucketKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucketKey.secretAccessKey,
    // No credentials of this machine are looked for.
    AWS_EC2_METADATA_DISABLED: 'true',
  }
  const programs: RunningProgram[] = []
  for (let count = 0; count < 3; count += 1) {
    programs.push(await prepareProgram(shared))
  }
  proxy.targets.push(...programs.map(({ origin }) => origin))
  for (const program of programs) {
    program.launch()
  }
  await Promise.all(programs.map((program) => program.ready()))

  return {
    origin: proxy.origin,
    programs,
    store,
    /** An access key for the administrators' calls of the three. */
    makeKey: () => makeOperatorKey({ ...shared, VESTRY_DATA: folder }),
    async destroy() {
      await proxy.close()
      await Promise.all(programs.map((program) => program.destroy()))
      await store.destroy()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
