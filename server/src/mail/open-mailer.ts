import { randomBytes } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { SendEmail } from './email.ts'

/** Delivers through a mail server or, without one, writes every email as a file into the outbox folder. */
export function openMailer(given: {
  /** Such as `smtp://user:password@mail.example.org:587`. */
  smtpUrl?: string | undefined
  from: string
  outboxFolder: string
  clock: Clock
  /** How long the mail server may be silent, in milliseconds. */
  patience?: number
}): SendEmail {
  const { smtpUrl, from, patience = PATIENCE } = given
  return smtpUrl ? smtpPost({ smtpUrl, from, patience }) : outboxPost(given)
}

const PATIENCE = 20_000

function smtpPost(given: { smtpUrl: string; from: string; patience: number }): SendEmail {
  const { smtpUrl, from, patience } = given
  return async ({ to, subject, text }) => {
    // A start has no emails to send, and loading this takes long.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
    })
    let isHandedOver = false
    transport.use('stream', ({ message }, done) => {
      message.processFunc((content) => content.once('end', () => (isHandedOver = true)))
      done()
    })
    try {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    } catch (error) {
      const told = withoutAddresses(error)
      throw Object.assign(told, { mayHaveArrived: isHandedOver && !told.responseCode })
    }
  }
}

/** A mail server's answer names the recipient, and an error may end up in a log. */
function withoutAddresses(error: unknown): Error & { responseCode?: number | undefined } {
  const { message, code, command, responseCode } = error as Error & {
    code?: string
    command?: string
    responseCode?: number
  }
  return Object.assign(new Error(message.replaceAll(/[^\s<>]+@[^\s<>]+/g, '…')), {
    code,
    command,
    responseCode,
  })
}

/** Files are named by time, so that the newest comes last, and appear only when they are complete. */
function outboxPost(given: { from: string; outboxFolder: string; clock: Clock }): SendEmail {
  let count = 0
  return async ({ to, subject, text }) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true })
    const date = new Date(given.clock.now())
    const { message } = await transport.sendMail({
      from: given.from,
      to: { name: '', address: to },
      subject,
      text,
      date,
    })
    await mkdir(given.outboxFolder, { recursive: true, mode: 0o700 })
    count += 1
    const order = String(count).padStart(6, '0')
    const name = `${date.toISOString().replaceAll(':', '-')}-${order}-${randomBytes(4).toString('hex')}.eml`
    const draft = join(given.outboxFolder, `.${name}.new`)
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(message as Buffer)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(given.outboxFolder, name))
  }
}
