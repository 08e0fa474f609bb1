const HOUR = 60 * 60_000

/**
 * Runs the chores once an hour, one after the other, until it is disposed of. A chore that fails is told and
 * tried again the next hour.
 */
export function keepHouse(chores: (() => Promise<void>)[], tell: (error: unknown) => void): AsyncDisposable {
  let round: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    round = round.then(async () => {
      for (const chore of chores) {
        await chore().catch(tell)
      }
    })
  }, HOUR)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await round
    },
  }
}
