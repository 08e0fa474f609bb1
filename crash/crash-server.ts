import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '@vestry/server/database/open-database.ts'
import { runPostgres } from '@vestry/server/testing/run-postgres.ts'
import { prepareProgram } from '@vestry/server/testing/run-program.ts'
import { seededPick } from '../bench/made-up.ts'
import { attendeeLoad } from './attendee-load.ts'
import { checkDatabase } from './check-database.ts'
import { checkStorage } from './check-storage.ts'
import { openCalls, Unanswered } from './crash-calls.ts'
import { doorLoad } from './door-load.ts'
import type { Church, Load } from './load.ts'
import { findLeftovers, makeJobsDue, plantLeftovers } from './plant-leftovers.ts'
import { preachingLoad } from './preaching-load.ts'
import { rollLoad } from './roll-load.ts'
import { seriesLoad } from './series-load.ts'
import { signInLoad } from './sign-in-load.ts'
import { staffLoad } from './staff-load.ts'

const ADMIN = { email: 'ada@vestry.test', password: 'Faith, hope & l0ve' }

/** A kill comes after at most this many acknowledged writes, or this many milliseconds. */
const MAX_WRITES = 60
const LONGEST_WORK = 5000

export type DatabaseName = 'sqlite' | 'postgres'
export type CrashPlan = {
  database: DatabaseName
  seed: number
  rounds: number
  /** How many starts of an empty server are killed. */
  firstStarts: number
  /** How often it is stopped in good order, so that starts after a kill can be compared with starts after that. */
  stops: number
  /** Whether the database's own server is killed too. */
  killsPostgres: boolean
  isStopped(): boolean
}
export type CrashReport = {
  /** How many kills hit: while a client waited for a response, or the program was not ready yet. */
  kills: { load: number; firstStart: number; restart: number; postgres: number }
  /** How many writes were acknowledged, and how many got no response. */
  acknowledged: number
  unanswered: number
  /** What had to be sent twice to a server that was up, because a connection was closed. */
  repeated: readonly string[]
  /** The milliseconds from a start to readiness: after a kill, and after a stop in good order. */
  readyAfterKill: number[]
  readyAfterStop: number[]
  breaches: string[]
}

/** Kills one server again and again in the middle of its work, and reports everything that was not as promised. */
export async function crashServer(plan: CrashPlan): Promise<CrashReport> {
  const pick = seededPick(plan.seed)
  const postgres = plan.database === 'postgres' ? await runPostgres({ durable: true }) : undefined
  const program = await prepareProgram({
    // One address alone may not begin so many sign-ins.
    VESTRY_TRUST_PROXY: '127.0.0.1,::1',
    VESTRY_ADMIN_EMAIL: ADMIN.email,
    VESTRY_ADMIN_PASSWORD: ADMIN.password,
    DATABASE_URL: postgres?.url ?? '',
  })
  const { dataFolder } = program
  const calls = openCalls(program.origin, ADMIN)
  const report: CrashReport = {
    kills: { load: 0, firstStart: 0, restart: 0, postgres: 0 },
    acknowledged: 0,
    unanswered: 0,
    repeated: calls.repeated,
    readyAfterKill: [],
    readyAfterStop: [],
    breaches: [],
  }
  let when = 'at the first start'
  const complain = (breaches: readonly string[]) =>
    report.breaches.push(...breaches.map((breach) => `seed ${plan.seed}, ${when}: ${breach}`))

  async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openDatabase({ dataFolder, databaseUrl: postgres?.url })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  /** Starts and kills at once, somewhere between the first line of the program and its readiness. */
  async function killStart(): Promise<boolean> {
    program.launch()
    await pause(100 + pick(900))
    return await program.kill()
  }

  async function openLoads(): Promise<Load[]> {
    const church = (tag: string): Church => ({
      calls,
      outbox: join(dataFolder, 'outbox'),
      pick: seededPick(pick(2 ** 31)),
      tag,
    })
    return [
      attendeeLoad(church('anna')),
      preachingLoad(church('paul')),
      preachingLoad(church('peter')),
      seriesLoad(church('sarah')),
      await rollLoad(church('ruth')),
      await doorLoad(church('dora')),
      staffLoad(church('silas')),
      signInLoad(church('simon')),
      signInLoad(church('susanna')),
    ]
  }

  /** Everybody works until the server no longer responds; returns whether anybody was waiting for a response then. */
  async function work(loads: readonly Load[], kill: () => Promise<unknown>): Promise<boolean> {
    let isOver = false
    let isKilled = false
    let hasHit = false
    calls.state.serverIsUp = false
    const ends = loads.map(async (load) => {
      while (!isOver) {
        const isBefore = !isKilled
        try {
          await load.act()
          report.acknowledged += 1
        } catch (error) {
          if (!(error instanceof Unanswered)) {
            complain([(error as Error).message])
          } else {
            report.unanswered += 1
            hasHit ||= isBefore
          }
          return
        }
      }
    })
    const enough = report.acknowledged + 3 + pick(MAX_WRITES)
    const deadline = performance.now() + LONGEST_WORK
    while (report.acknowledged < enough && performance.now() < deadline) {
      await pause(1)
    }
    await pause(pick(30))
    isKilled = true
    await kill()
    isOver = true
    await Promise.all(ends)
    calls.state.serverIsUp = true
    return hasHit
  }

  async function check(loads: readonly Load[]) {
    for (const step of ['what was acknowledged', 'what was sent again']) {
      await withDatabase(async (database) => {
        for (const load of loads) {
          complain((await load.check(database)).map((breach) => `${step}: ${breach}`))
        }
        if (step === 'what was acknowledged') {
          complain([
            ...(await checkDatabase(database)),
            ...(await checkStorage(dataFolder)),
            ...(await findLeftovers(database)),
          ])
        }
      })
      if (step === 'what was acknowledged') {
        for (const load of loads) {
          await load.repeat()
        }
      }
    }
  }

  async function killProgram(loads: readonly Load[]) {
    report.kills.load += Number(await work(loads, program.kill))
    if (pick(3) === 0) {
      await withDatabase(async (database) => {
        await plantLeftovers(database, dataFolder)
        await makeJobsDue(database)
      })
      report.kills.restart += Number(await killStart())
      await withDatabase(makeJobsDue)
    }
    report.readyAfterKill.push(await program.start())
  }

  /** The program goes on, and finds the database again by itself. */
  async function killPostgres(loads: readonly Load[]) {
    calls.state.databaseMayBeDown = true
    report.kills.postgres += Number(await work(loads, async () => postgres?.kill()))
    await postgres?.start()
    await program.ready()
    calls.state.databaseMayBeDown = false
  }

  try {
    for (let start = 0; start < plan.firstStarts; start += 1) {
      report.kills.firstStart += Number(await killStart())
    }
    await program.start()
    for (let stop = 0; stop < plan.stops; stop += 1) {
      await program.stop()
      report.readyAfterStop.push(await program.start())
    }
    const loads = await openLoads()
    for (
      let round = 1;
      round <= plan.rounds && !plan.isStopped() && report.breaches.length === 0;
      round += 1
    ) {
      when = `round ${round}`
      await (plan.killsPostgres && postgres && pick(4) === 0 ? killPostgres(loads) : killProgram(loads))
      await check(loads)
    }
  } catch (error) {
    complain([(error as Error).stack ?? String(error)])
  } finally {
    if (report.breaches.length > 0) {
      // If it has ended, its last output comes after its connections were closed.
      await pause(1000)
      complain([`the program said:\n${program.printed().slice(-3000)}`])
    }
    await program.destroy()
    await postgres?.stop()
  }
  return report
}
