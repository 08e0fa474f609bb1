import type { Leases } from './database/leases.ts'

type Chore = () => Promise<unknown>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A chore that is done once an hour, or as often as is said, however many processes share the database. */
export function oncePer(leases: Leases, name: string, chore: Chore, every = HOUR): Chore {
  return () => leases.doWhenDue(name, every, chore)
}

/**
 * Runs the chores now and every few minutes, or as often as is said, one after the other, until it is disposed of. A
 * chore that fails is told and tried again.
 */
export function keepHouse(
  chores: Chore[],
  tell: (error: unknown) => void,
  every = 5 * MINUTE,
): AsyncDisposable {
  let round: Promise<void> = Promise.resolve()
  const begin = () => {
    round = round.then(async () => {
      for (const chore of chores) {
        await chore().catch(tell)
      }
    })
  }
  begin()
  const timer = setInterval(begin, every)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await round
    },
  }
}
