import { X509Certificate } from 'node:crypto'
import { lookup as lookupAddress } from 'node:dns/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { type Account, askDirectory, CertificateFailure } from './ask-directory.ts'
import { type FailedTry, keepFailedTry, readFailedTry } from './failed-try.ts'
import { readSecret, writeSecret } from './secret-file.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The directory allows five failures an hour. */
const LEAST_WAIT = 15 * MINUTE

export type DomainCertificate = {
  /** The certificate and its key, in PEM form; `undefined` until there is one. */
  pem(): string | undefined
  failed(): FailedTry | undefined
  /** When it is tried again, in milliseconds since 1970. */
  nextTry(): number
  /** What the directory must find at `/.well-known/acme-challenge/TOKEN`. */
  answerTo(token: string): string | undefined
  /** Asks for a certificate if there is none, or when a third of its time is left, and never soon after a failure. */
  renew(): Promise<void>
  stop(): void
}

type Options = {
  name: string
  directory: string
  /** Where the certificate lies, with the key of the account. */
  folder: string
  clock: Clock
  onFailure: (failed: FailedTry) => void
  /** Looks a name up; rejects if it leads nowhere. */
  lookup?: (name: string) => Promise<unknown>
}

/** Keeps the certificate of a name on the web. */
export function keepDomainCertificate({
  name,
  directory,
  folder,
  clock,
  onFailure,
  lookup = lookupAddress,
}: Options): DomainCertificate {
  const file = join(folder, `${name}.pem`)
  const accountFile = join(folder, 'account.json')
  const challenges = new Map<string, string>()
  const stopped = new AbortController()
  let pem = readSecret(file)
  let failed = readFailedTry(folder, name)
  let askedAt = failed?.at ?? 0
  // Whoever has mended what was wrong starts again, and so does a service that crashes.
  let nextTry = failed ? failed.at + LEAST_WAIT : 0

  async function order(): Promise<string> {
    try {
      await lookup(name)
    } catch (error) {
      throw new CertificateFailure('no_address', (error as NodeJS.ErrnoException).code ?? '')
    }
    const kept = readSecret(accountFile)
    const account = kept === undefined ? undefined : (JSON.parse(kept) as Account)
    const parts = await askDirectory({
      directory,
      account: account?.directory === directory ? account : undefined,
      onAccount: (made) => writeSecret(accountFile, [JSON.stringify(made)]),
      name,
      challenges,
      signal: stopped.signal,
    })
    return writeSecret(file, parts)
  }

  return {
    pem: () => pem,
    failed: () => failed,
    nextTry: () => nextTry,
    answerTo: (token) => challenges.get(token),
    async renew() {
      const now = clock.now()
      const mustWait = now < nextTry && now >= askedAt
      if (mustWait || (pem !== undefined && !isOld(pem, now))) {
        return
      }
      // Also if what was given can't be kept, such as on a full disk, the directory is not asked at once again.
      askedAt = now
      nextTry = now + LEAST_WAIT
      try {
        pem = await order()
      } catch (error) {
        if (!(error instanceof CertificateFailure)) {
          throw error
        }
        const times = (failed?.times ?? 0) + 1
        failed = { kind: error.kind, said: error.message, at: clock.now(), times }
        // Looking a name up asks nothing of the directory.
        nextTry =
          failed.at + (error.kind === 'no_address' ? LEAST_WAIT : Math.min(2 ** (times - 1) * HOUR, DAY))
        keepFailedTry(folder, name, failed)
        onFailure(failed)
        return
      }
      failed = undefined
      keepFailedTry(folder, name, failed)
    },
    stop: () => stopped.abort(),
  }
}

function isOld(pem: string, now: number): boolean {
  const { validFrom, validTo } = new X509Certificate(pem)
  const ends = Date.parse(validTo)
  return ends - now < (ends - Date.parse(validFrom)) / 3
}
