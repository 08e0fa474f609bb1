/**
 * Does one thing after the other of those about the same printer, since most talk to one computer at a time. What has not
 * begun by its deadline is left; then the answer is `undefined`.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async function inTurn<Result>(
    about: string,
    deadline: number,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const before = last.get(about)
    const turn = (async () => {
      await before
      return performance.now() < deadline ? await work() : undefined
    })()
    const done = turn.catch(() => undefined)
    last.set(about, done)
    void done.then(() => last.get(about) === done && last.delete(about))
    return await turn
  }
}
