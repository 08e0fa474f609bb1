import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  /** The `SMTP_URL` of this server. */
  url: string
  /** Waits for the next message to `address` that was not read yet, and returns its raw text. */
  nextTo(address: string): Promise<string>
  close(): Promise<void>
}

/** A real SMTP server on a free port of this machine that keeps what it receives; it knows nobody named `refused`. */
export async function startMailServer(): Promise<MailServer> {
  const emails: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('refused@') ? new Error('No such mailbox') : undefined)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        emails.push({ to, text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    async nextTo(recipient) {
      for (let attempt = 0; attempt < 150; attempt++) {
        const index = emails.findIndex((message) => message.to.includes(recipient))
        if (index >= 0) {
          return emails.splice(index, 1)[0]?.text ?? ''
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`No email to ${recipient} came within 15 seconds.`)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
