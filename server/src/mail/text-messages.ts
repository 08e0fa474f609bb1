import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'

/** One message to one telephone, with the number as E.164 writes it, such as `+34600111222`. */
export type TextMessage = { to: string; text: string }

/**
 * Hands a message over; resolves when the gateway has accepted it or it is in the outbox. An error has the `status` that the
 * gateway answered with, if it did.
 */
export type SendText = (message: TextMessage) => Promise<void>

const PATIENCE = 20_000

/**
 * Sends text messages through an HTTP gateway, which gets `{"to", "text"}` as JSON and the token as a Bearer token;
 * without a gateway every message is written as a file into the outbox folder.
 */
export function openTextMessages(given: {
  gatewayUrl?: string | undefined
  token?: string | undefined
  outboxFolder: string
  clock: Clock
  /** How many milliseconds the gateway may take. */
  patience?: number
}): SendText {
  const { gatewayUrl, token, outboxFolder, clock, patience = PATIENCE } = given
  if (gatewayUrl === undefined) {
    return async ({ to, text }) => {
      await mkdir(outboxFolder, { recursive: true, mode: 0o700 })
      const time = new Date(clock.now()).toISOString().replaceAll(':', '-')
      const file = join(outboxFolder, `${time}-${randomBytes(4).toString('hex')}.sms.txt`)
      await writeFile(file, `To: ${to}\n\n${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
    }
  }
  return async (message) => {
    const answer = await fetch(gatewayUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    await answer.body?.cancel()
    if (!answer.ok) {
      const { status } = answer
      throw Object.assign(new Error(`The gateway for text messages answered ${status}.`), { status })
    }
  }
}
