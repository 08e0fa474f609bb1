import { setTimeout as pause } from 'node:timers/promises'
import { UNKNOWN_SERMON } from '@vestry/contract/sermon-sources/source-sermon.ts'
import { openDatabase } from '@vestry/server/database/open-database.ts'
import { buildMp3 } from '@vestry/server/testing/build-recording.ts'
import { openOldWebsite } from '@vestry/server/testing/old-website.ts'
import { runPostgres } from '@vestry/server/testing/run-postgres.ts'
import { prepareProgram } from '@vestry/server/testing/run-program.ts'
import { seededPick } from '../bench/made-up.ts'
import { openCalls, Unanswered } from './crash-calls.ts'
import type { DatabaseName } from './crash-server.ts'

const ADMIN = { email: 'ada@vestry.test', password: 'Faith, hope & l0ve' }
const SPEAKERS = 7
/** The longest time that an import takes from one kill to the next. */
const PATIENCE = 120_000

/**
 * Kills the program again and again while it imports sermons from another website, and reports everything that is not
 * there exactly once in the end, and how many kills came before it was done.
 */
export async function crashImport(plan: {
  database: DatabaseName
  seed: number
  sermons: number
  kills: number
}): Promise<{ kills: number; breaches: string[] }> {
  const pick = seededPick(plan.seed)
  const postgres = plan.database === 'postgres' ? await runPostgres({ durable: true }) : undefined
  const website = await openOldWebsite()
  const program = await prepareProgram({
    VESTRY_ADMIN_EMAIL: ADMIN.email,
    VESTRY_ADMIN_PASSWORD: ADMIN.password,
    VESTRY_IMPORT_FROM: website.origin,
    DATABASE_URL: postgres?.url ?? '',
  })
  const calls = openCalls(program.origin, ADMIN)
  const bytes = buildMp3(5)
  const sermons = Array.from({ length: plan.sermons }, (_none, at) => {
    website.pages.set(`/${at}.mp3`, { type: 'audio/mpeg', bytes })
    return {
      ...{ ...UNKNOWN_SERMON, guid: `old-${at}`, title: `Sermon ${at}`, held: '2019-03-03T10:00:00' },
      ...{ recording: `${website.origin}/${at}.mp3`, speakers: [`Speaker ${at % SPEAKERS}`] },
    }
  })
  let kills = 0
  const breaches: string[] = []
  try {
    await program.start()
    const { id } = await calls.api('POST /sermonImports', {
      body: { source: 'wordpress', name: 'old.xml', sermons },
    })
    const choices = {
      ...{ speakers: [], language_id: 1, preacher_id: 1, preaching_category_id: 6 },
      ...{ state: 'published' as const, leave_out: [], take: [] },
    }
    await calls.api('POST /sermonImports/start', { body: { id, choices } })
    const find = () => calls.api('GET /sermonImports/one', { query: { id: String(id), limit: '1' } })
    /** Waits until this many have been imported. */
    const reach = async (wanted: number) => {
      const deadline = performance.now() + PATIENCE
      let [done, wait] = [-1, 0]
      for (;;) {
        const { counts, state } = await find()
        if (counts.done >= wanted || state !== 'running') {
          return
        }
        if (performance.now() > deadline) {
          throw new Error(`After ${counts.done} of ${plan.sermons} sermons the import does not go on.`)
        }
        // For some seconds the killed process still holds the import, and nothing is imported.
        wait = counts.done > done ? 5 : Math.min(2 * wait, 200)
        done = counts.done
        await pause(wait)
      }
    }
    for (let round = 0; round < plan.kills; round += 1) {
      const { counts } = await find()
      await reach(Math.min(counts.done + 1 + pick(plan.sermons / plan.kills), plan.sermons))
      await pause(pick(30))
      calls.state.serverIsUp = false
      await program.kill()
      await program.start()
      calls.state.serverIsUp = true
      kills += Number((await find()).state === 'running')
    }
    await reach(plan.sermons)
    breaches.push(...(await findBreaches({ ...program, databaseUrl: postgres?.url }, plan.sermons)))
    const { counts } = await find()
    if (counts.done !== plan.sermons) {
      breaches.push(`the import counts ${JSON.stringify(counts)}`)
    }
    await program.stop()
  } catch (error) {
    const what = error instanceof Unanswered ? 'was not answered' : ''
    breaches.push(`${what} ${(error as Error).stack}\nthe program said:\n${program.printed().slice(-3000)}`)
  } finally {
    await program.destroy()
    await postgres?.stop()
    await website.close()
  }
  return { kills, breaches: breaches.map((breach) => `import, seed ${plan.seed}: ${breach}`) }
}

/** Each sermon must be there once, with a recording of its own; each speaker once. */
async function findBreaches(
  where: { dataFolder: string; databaseUrl: string | undefined },
  sermons: number,
): Promise<string[]> {
  const database = await openDatabase(where)
  try {
    const items = await database.sql.selectFrom('preaching_item').select(['source_guid', 'path']).execute()
    const presenters = await database.sql
      .selectFrom('preacher')
      .select('presenter_name')
      .where('presenter_name', 'like', 'Speaker %')
      .execute()
    return [
      ...(items.length === sermons ? [] : [`${items.length} of ${sermons} sermons are there`]),
      ...(new Set(items.map(({ source_guid }) => source_guid)).size === sermons ? [] : ['one came in twice']),
      ...(new Set(items.map(({ path }) => path)).size === sermons ? [] : ['two have one recording']),
      ...(presenters.length === Math.min(SPEAKERS, sermons)
        ? []
        : [`${presenters.length} speakers are there`]),
    ]
  } finally {
    await database.close()
  }
}
