const HOUR = 60 * 60_000

/**
 * Runs the chores once an hour, or as often as is said, one after the other, until it is disposed of. A chore that
 * fails is told and tried again the next time.
 */
export function keepHouse(
  chores: (() => Promise<void>)[],
  tell: (error: unknown) => void,
  every = HOUR,
): AsyncDisposable {
  let round: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    round = round.then(async () => {
      for (const chore of chores) {
        await chore().catch(tell)
      }
    })
  }, every)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await round
    },
  }
}
