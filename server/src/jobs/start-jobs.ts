import type { Leases } from '../database/leases.ts'

type Job = () => Promise<unknown>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A job that is done once an hour, or as often as `every` says, however many processes share the database. */
export function leasedJob(leases: Leases, name: string, job: Job, every = HOUR): Job {
  return () => leases.doWhenDue(name, every, job)
}

/** The same for a job that removes old data for good: if the clock is ahead, there is a day to put it right. */
export function leasedRemoval(leases: Leases, name: string, job: Job, every = HOUR): Job {
  return () => leases.doWhenDueOrPutOff(name, every, job)
}

/**
 * Runs the jobs one after the other, now and every few minutes, or as often as is said, until it is disposed of. A job
 * that fails is reported and tried again.
 */
export function startJobs(
  jobs: Job[],
  onError: (error: unknown) => void,
  every = 5 * MINUTE,
): AsyncDisposable {
  let round: Promise<void> = Promise.resolve()
  const begin = () => {
    round = round.then(async () => {
      for (const job of jobs) {
        await job().catch(onError)
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
