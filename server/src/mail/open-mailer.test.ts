import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestClock } from '../testing/test-clock.ts'
import { openMailer } from './open-mailer.ts'
import { renderEmail } from './render-email.ts'

const FROM = 'Vestry <no-reply@vestry.local>'
let outboxFolder: string

beforeEach(async () => {
  outboxFolder = join(await mkdtemp(join(tmpdir(), 'vestry-post-')), 'outbox')
})
afterEach(async () => {
  await rm(join(outboxFolder, '..'), { recursive: true })
})

describe('the outbox', () => {
  test('keeps emails as files in the order in which they were written', async () => {
    const clock = createTestClock()
    const post = openMailer({ from: FROM, outboxFolder, clock })
    for (const name of ['first', 'second']) {
      await post({ to: `${name}@example.org`, subject: 'Año nuevo', text: `For the ${name}.` })
    }
    clock.advance(1)
    await post({ to: 'third@example.org', subject: 'Hello', text: 'For the third.' })

    const files = (await readdir(outboxFolder)).sort()
    expect(files).toHaveLength(3)
    expect(files[0]).toMatch(/^2026-05-03T08-00-00\.000Z-000001-[0-9a-f]{8}\.eml$/)
    const emails = await Promise.all(files.map((file) => readFile(join(outboxFolder, file), 'utf8')))
    expect(emails.map((email) => /^To: (.*)\r?$/m.exec(email)?.[1])).toEqual([
      'first@example.org',
      'second@example.org',
      'third@example.org',
    ])
    expect(emails[0]).toContain('From: Vestry <no-reply@vestry.local>')
    expect(emails[0]).toContain('For the first.')
    expect((await stat(join(outboxFolder, files[0] ?? ''))).mode & 0o777).toBe(0o600)
  })
})

describe('a mail server', () => {
  test('gets the email, and a refusal reaches the sender without the address, for it may end in a log', async () => {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('nobody') ? new Error(`No such mailbox: <${address}>`) : null),
      onData(stream, _session, done) {
        stream.setEncoding('utf8')
        stream.on('data', (text: string) => received.push(text))
        stream.on('end', () => done())
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    const post = openMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: FROM,
      outboxFolder,
      clock: createTestClock(),
    })
    await post({ to: 'ruth@example.org', subject: 'Hello', text: 'Whither thou goest.' })
    expect(received.join('')).toContain('Whither thou goest.')
    const refused = await post({ to: 'nobody@example.org', subject: 'Hello', text: 'x' }).catch(
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({
      message: expect.stringContaining('No such mailbox: <…>'),
      responseCode: 550,
    })
    expect(inspect(refused)).not.toContain('nobody@')
    await new Promise<void>((resolve) => server.close(resolve))
  })

  test('that is not there is an error for the sender', async () => {
    const post = openMailer({
      smtpUrl: 'smtp://127.0.0.1:1',
      from: FROM,
      outboxFolder,
      clock: createTestClock(),
    })
    await expect(post({ to: 'ruth@example.org', subject: 'Hello', text: 'x' })).rejects.toThrow()
  })
})

describe('an email with a code', () => {
  const email = (locale: string) => renderEmail('code.verify-email', locale, { code: '042137' })

  test('is in English, or in Spanish for a Spanish locale', () => {
    expect(email('en').subject).toBe('Your code to confirm this email address')
    expect(email('fr-FR').subject).toBe('Your code to confirm this email address')
    expect(email('es').subject).toBe('Tu código para confirmar esta dirección de correo')
    expect(email('es-MX').text).toContain('Caduca en un día.')
  })

  test('has the code in its text and not in its subject', () => {
    expect(email('en').text).toContain('\n    042137\n')
    expect(email('en').subject).not.toContain('042137')
  })
})
