import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CertificateFailureKind } from '@vestry/contract/calls/address.ts'
import { readSecret, writeSecret } from './secret-file.ts'

/** The last try for a certificate, which failed; it is kept from one start to the next. */
export type FailedTry = {
  kind: CertificateFailureKind
  /** What the directory said, in its own words. */
  said: string
  /** Milliseconds since 1970. */
  at: number
  /** How many failed in a row. */
  times: number
}

const fileOf = (folder: string, name: string) => join(folder, `${name}.failed.json`)

/** The last try for a name, if it failed. */
export function readFailedTry(folder: string, name: string): FailedTry | undefined {
  const text = readSecret(fileOf(folder, name))
  return text === undefined ? undefined : (JSON.parse(text) as FailedTry)
}

/** Keeps the last try for a name, or forgets it once there is a certificate. */
export function keepFailedTry(folder: string, name: string, failed: FailedTry | undefined): void {
  if (failed) {
    writeSecret(fileOf(folder, name), [JSON.stringify(failed)])
  } else {
    rmSync(fileOf(folder, name), { force: true })
  }
}

/** What is wrong, and what to do about it, for the log and the command line. */
const SENTENCES: Record<CertificateFailureKind, (name: string) => string> = {
  no_address: (name) =>
    `The name ${name} leads nowhere: make an A record for it, with this machine's public address, where the name was bought.`,
  other_server: (name) =>
    `The name ${name} leads to another server: let its A record, and its AAAA record if there is one, have this machine's public address.`,
  port_closed: (name) =>
    `Port 80 of ${name} can't be reached from the web: open it in the firewall, and let the router pass ports 80 and 443 on to this machine.`,
  directory_unreachable: () =>
    "The certificate directory can't be reached: this machine needs the web for that.",
  directory_refused: (name) => `The certificate directory refuses a certificate for ${name}.`,
}

export function sayCertificateFailure(name: string, { kind, said }: FailedTry) {
  return said === '' ? SENTENCES[kind](name) : `${SENTENCES[kind](name)} It was said: ${said}`
}
