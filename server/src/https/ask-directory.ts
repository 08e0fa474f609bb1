import { setTimeout as pause } from 'node:timers/promises'
import type { CertificateFailureKind } from '@vestry/contract/calls/address.ts'
import { axios, Client, crypto } from 'acme-client'

/** Why there is no certificate; its message is what the directory itself said. */
export class CertificateFailure extends Error {
  readonly kind: CertificateFailureKind
  constructor(kind: CertificateFailureKind, said: string) {
    super(said)
    this.kind = kind
  }
}

/** What the directory says of a challenge that it could not meet (RFC 8555, section 6.7), in our terms. */
const KINDS: Record<string, CertificateFailureKind> = {
  'urn:ietf:params:acme:error:dns': 'no_address',
  'urn:ietf:params:acme:error:connection': 'port_closed',
  'urn:ietf:params:acme:error:unauthorized': 'other_server',
  'urn:ietf:params:acme:error:incorrectResponse': 'other_server',
}

const LOOK_EVERY = 2000
const PATIENCE = 90_000
const TIMEOUT = 15_000

/** By what a directory knows us. */
export type Account = { directory: string; url: string; key: string }

export type Order = {
  /** The directory's address. */
  directory: string
  account: Account | undefined
  onAccount: (account: Account) => void
  name: string
  /** Receives what must be answered at `/.well-known/acme-challenge/TOKEN` meanwhile. */
  challenges: Map<string, string>
  signal: AbortSignal
}

/**
 * Orders a certificate for a name by the challenge http-01, once: nothing is asked twice. Returns it, those that vouch
 * for it, and its key, in PEM form. Throws CertificateFailure.
 */
export async function askDirectory({
  directory,
  account,
  onAccount,
  name,
  challenges,
  signal,
}: Order): Promise<string[]> {
  askOnce()
  const key = account?.key ?? String(await crypto.createPrivateEcdsaKey())
  const client = new Client({
    directoryUrl: directory,
    accountKey: key,
    ...(account && { accountUrl: account.url }),
    backoffAttempts: 10,
    backoffMax: 5000,
  })
  try {
    if (!account) {
      await client.createAccount({ termsOfServiceAgreed: true })
      onAccount({ directory, url: client.getAccountUrl(), key })
    }
    const order = await client.createOrder({ identifiers: [{ type: 'dns', value: name }] })
    const [authorization] = await client.getAuthorizations(order)
    const challenge = authorization?.challenges.find(({ type }) => type === 'http-01')
    if (authorization?.status === 'pending' && challenge) {
      challenges.set(challenge.token, await client.getChallengeKeyAuthorization(challenge))
      try {
        await client.completeChallenge(challenge)
        await untilValid(client, order, signal)
      } finally {
        challenges.delete(challenge.token)
      }
    }
    const [ownKey, request] = await crypto.createCsr(
      { altNames: [name] },
      await crypto.createPrivateEcdsaKey(),
    )
    const ready = await client.finalizeOrder(order, request)
    return [await client.getCertificate(ready), ownKey.toString()]
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof CertificateFailure ? error : ofDirectory(error as Error)
  }
}

async function untilValid(
  client: Client,
  order: Parameters<Client['getAuthorizations']>[0],
  signal: AbortSignal,
) {
  const deadline = performance.now() + PATIENCE
  while (performance.now() < deadline) {
    await pause(LOOK_EVERY, undefined, { signal })
    const [authorization] = await client.getAuthorizations(order)
    if (authorization?.status === 'valid') {
      return
    }
    if (authorization?.status !== 'pending') {
      const { error } = authorization?.challenges.find((challenge) => challenge.error) ?? {}
      const { type = '', detail = '' } = (error ?? {}) as { type?: string; detail?: string }
      throw new CertificateFailure(KINDS[type] ?? 'directory_refused', detail)
    }
  }
  throw new CertificateFailure('directory_unreachable', 'It did not decide in time.')
}

/** The library throws a TypeError when nobody answers, and otherwise what the directory said. */
function ofDirectory(error: Error): CertificateFailure {
  return error instanceof TypeError
    ? new CertificateFailure('directory_unreachable', '')
    : new CertificateFailure('directory_refused', error.message)
}

/** By itself the library would ask five times, and wait as long as it is told. */
function askOnce(): void {
  Object.assign(axios.defaults, {
    timeout: TIMEOUT,
    acmeSettings: { retryMaxAttempts: 0, retryDefaultDelay: 0 },
  })
}
