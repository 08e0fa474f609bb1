import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { startTestServer } from './testing/start-test-server.ts'

// SQLite alone: this is about emails.

const RUTH = { email: 'ruth@vestry.test', name: 'Ruth', language: 'en' as const, groups: ['Teachers'] }

test('where emails leave the server, nobody but the invited person sees the temporary password', async () => {
  const received: string[] = []
  const post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  post.listen(0, '127.0.0.1')
  await once(post.server, 'listening')
  const { port } = post.server.address() as AddressInfo
  const server = await startTestServer({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  try {
    const invited = await server.ask('POST /staff', { body: RUTH })
    expect(invited.temporary_password).toBeNull()
    const again = await server.ask('POST /staff/invitation', { body: { sub: invited.sub } })
    expect(again.temporary_password).toBeNull()
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]).toContain('Temporary password: ')
  } finally {
    await server.destroy()
    await new Promise<void>((resolve) => post.close(resolve))
  }
})
