import { X509Certificate } from 'node:crypto'
import { lookup as lookupAddress } from 'node:dns/promises'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CertificateFailureKind } from '@vestry/contract/calls/address.ts'
import type { Clock } from '../clock.ts'
import { type Account, askDirectory, CertificateFailure } from './ask-directory.ts'
import { readPem, writePem } from './pem-file.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The directory allows five failures an hour. */
const LEAST_WAIT = 15 * MINUTE

/** The last try that failed, as the file `NAME.failed.json` keeps it from one start to the next. */
export type FailedTry = {
  kind: CertificateFailureKind
  /** What the directory said, in its own words. */
  said: string
  /** Milliseconds since 1970. */
  at: number
  /** How many failed in a row. */
  times: number
}

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
  onCertificate: (pem: string) => Promise<void>
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
  onCertificate,
  onFailure,
  lookup = lookupAddress,
}: Options): DomainCertificate {
  const file = join(folder, `${name}.pem`)
  const failedFile = failedFileOf(folder, name)
  const accountFile = join(folder, 'account.json')
  const challenges = new Map<string, string>()
  const stopped = new AbortController()
  let pem = readPem(file)
  let failed = readFailedTry(folder, name)
  // Whoever has mended what was wrong starts again, and so does a service that crashes.
  let wait = LEAST_WAIT

  async function order(): Promise<string> {
    try {
      await lookup(name)
    } catch (error) {
      throw new CertificateFailure('no_address', (error as NodeJS.ErrnoException).code ?? '')
    }
    const account = readJson<Account>(accountFile)
    const parts = await askDirectory({
      directory,
      account: account?.directory === directory ? account : undefined,
      onAccount: (made) => writePem(accountFile, [JSON.stringify(made)]),
      name,
      challenges,
      signal: stopped.signal,
    })
    return writePem(file, parts)
  }

  const nextTry = () => (failed ? failed.at + wait : 0)

  return {
    pem: () => pem,
    failed: () => failed,
    nextTry,
    answerTo: (token) => challenges.get(token),
    async renew() {
      const now = clock.now()
      if ((pem !== undefined && !isOld(pem, now)) || (now < nextTry() && (failed?.at ?? 0) <= now)) {
        return
      }
      try {
        pem = await order()
      } catch (error) {
        if (!(error instanceof CertificateFailure)) {
          throw error
        }
        const times = (failed?.times ?? 0) + 1
        failed = { kind: error.kind, said: error.message, at: clock.now(), times }
        // Looking a name up asks nothing of the directory.
        wait = error.kind === 'no_address' ? LEAST_WAIT : Math.min(2 ** (times - 1) * HOUR, DAY)
        writePem(failedFile, [JSON.stringify(failed)])
        onFailure(failed)
        return
      }
      failed = undefined
      rmSync(failedFile, { force: true })
      await onCertificate(pem)
    },
    stop: () => stopped.abort(),
  }
}

/** The last try for a name, if it failed. */
export function readFailedTry(folder: string, name: string): FailedTry | undefined {
  return readJson<FailedTry>(failedFileOf(folder, name))
}

const failedFileOf = (folder: string, name: string) => join(folder, `${name}.failed.json`)

function readJson<Kept>(file: string): Kept | undefined {
  const text = readPem(file)
  return text === undefined ? undefined : (JSON.parse(text) as Kept)
}

function isOld(pem: string, now: number): boolean {
  const { validFrom, validTo } = new X509Certificate(pem)
  const ends = Date.parse(validTo)
  return ends - now < (ends - Date.parse(validFrom)) / 3
}
