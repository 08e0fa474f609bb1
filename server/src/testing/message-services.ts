import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type SentMessage = { to: string; text: string }

/**
 * A real mail server and a gateway for text messages, each on a free port of this machine; they keep what they receive, and
 * refuse whomever `refused` names.
 */
export async function startMessageServices() {
  const sent: SentMessage[] = []
  const refused = new Set<string>()
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? new Error('No such mailbox') : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        sent.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  mail.listen(0, '127.0.0.1')
  const gateway = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray()
    const message: SentMessage = JSON.parse(Buffer.concat(chunks).toString())
    if (refused.has(message.to)) {
      response.writeHead(422).end()
      return
    }
    sent.push(message)
    response.writeHead(202).end()
  })
  gateway.listen(0, '127.0.0.1')
  await Promise.all([once(mail.server, 'listening'), once(gateway, 'listening')])
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  return {
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${portOf(mail.server)}`,
      SMS_URL: `http://127.0.0.1:${portOf(gateway)}/`,
      SMS_COUNTRY: '+44',
    },
    sent,
    refused,
    async close() {
      gateway.closeAllConnections()
      await new Promise((resolve) => gateway.close(resolve))
      await new Promise<void>((resolve) => mail.close(resolve))
    },
  }
}
