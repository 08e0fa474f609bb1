/** A source of identity tokens, such as Amplify's token provider. `expires` is in milliseconds. */
export type TokenSource = () => Promise<{ token: string; expires: number } | undefined>

export type TokenReader = {
  /** The signed-in person's identity token, or undefined if there is none. */
  read(): Promise<string | undefined>
  forget(): void
}

const TRIES = 3
const PAUSE = 300
/** A token this close to its end, in ms, could expire on the way. */
export const MARGIN = 5_000

/**
 * Looks for the token up to three times, 300 ms apart, since a new session may need a moment to be stored. Once found,
 * it is used until it expires.
 */
export function readTokensFrom(
  source: TokenSource,
  { now, wait }: { now: () => number; wait: (milliseconds: number) => Promise<void> },
): TokenReader {
  let kept: { token: string; expires: number } | undefined
  return {
    async read() {
      for (let tried = 0; kept === undefined || kept.expires - MARGIN <= now(); tried += 1) {
        if (tried === TRIES) {
          return undefined
        }
        if (tried > 0) {
          await wait(PAUSE)
        }
        kept = await source()
      }
      return kept.token
    },
    forget() {
      kept = undefined
    },
  }
}
