import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatMessage } from '../server-messages.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { openTextMessages } from './text-messages.ts'

const MESSAGE = { to: '+34600111234', text: 'Vestry: 042137 is your code.' }
let outboxFolder: string

beforeEach(async () => {
  outboxFolder = join(await mkdtemp(join(tmpdir(), 'vestry-texts-')), 'outbox')
})
afterEach(async () => {
  await rm(join(outboxFolder, '..'), { recursive: true })
})

describe('the outbox', () => {
  test('keeps each message as a file of its own that only its owner reads', async () => {
    const clock = createTestClock()
    const send = openTextMessages({ outboxFolder, clock })
    await send(MESSAGE)
    await send(MESSAGE)
    const files = await readdir(outboxFolder)
    expect(files).toHaveLength(2)
    const file = join(outboxFolder, files[0] ?? '')
    expect(files[0]).toMatch(/^2026-05-03T08-00-00\.000Z-[0-9a-f]{8}\.sms\.txt$/)
    expect(await readFile(file, 'utf8')).toBe('To: +34600111234\n\nVestry: 042137 is your code.\n')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})

describe('a gateway', () => {
  type Heard = { method: string | undefined; headers: IncomingHttpHeaders; body: string }
  let gateway: Server
  let heard: Heard[]
  let status: number | 'never'

  beforeEach(async () => {
    heard = []
    status = 202
    gateway = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8')
      request.on('data', (text: string) => {
        body += text
      })
      request.on('end', () => {
        heard.push({ method: request.method, headers: request.headers, body })
        if (status !== 'never') {
          response.writeHead(status, { location: '/elsewhere' }).end('{}')
        }
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    gateway.closeAllConnections()
    await new Promise((resolve) => gateway.close(resolve))
  })

  const open = (token?: string, patience?: number) => {
    const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/messages`
    return openTextMessages({
      ...{ gatewayUrl, token, outboxFolder, clock: createTestClock() },
      ...(patience !== undefined && { patience }),
    })
  }

  test('gets number and text as JSON, with the token', async () => {
    await open('s3cret')(MESSAGE)
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer s3cret' },
    })
    expect(JSON.parse(heard[0]?.body ?? '')).toEqual(MESSAGE)
  })

  test('gets no token where none is set', async () => {
    await open()(MESSAGE)
    expect(heard[0]?.headers.authorization).toBeUndefined()
  })

  test.each([400, 401, 500])('that answers %d is an error for the sender', async (answer) => {
    status = answer
    await expect(open()(MESSAGE)).rejects.toThrow(`The gateway for text messages answered ${answer}.`)
  })

  test('that sends the message elsewhere is not followed: the token is for it alone', async () => {
    status = 307
    await expect(open('s3cret')(MESSAGE)).rejects.toThrow()
    expect(heard).toHaveLength(1)
  })

  test('that does not answer is given up', async () => {
    status = 'never'
    await expect(open(undefined, 300)(MESSAGE)).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('that is not there is an error for the sender', async () => {
    const send = openTextMessages({
      gatewayUrl: 'http://127.0.0.1:1/',
      outboxFolder,
      clock: createTestClock(),
    })
    await expect(send(MESSAGE)).rejects.toThrow()
  })
})

describe('a text message with a code', () => {
  const code = '042137'

  test('begins with the code, in English or Spanish', () => {
    expect(formatMessage('en', 'sms.code.second-factor', { code })).toBe(
      'Vestry: 042137 is your code to finish signing in. It expires in 3 minutes. Do not share it.',
    )
    expect(formatMessage('es-MX', 'sms.code.second-factor', { code })).toBe(
      'Vestry: 042137 es tu código para entrar. Caduca en 3 min. No lo des.',
    )
  })

  test('fits into one message, which holds 70 characters with an accent', () => {
    for (const purpose of ['sign-in', 'second-factor', 'verify-phone'] as const) {
      expect(formatMessage('es', `sms.code.${purpose}`, { code }).length).toBeLessThanOrEqual(70)
      expect(formatMessage('en', `sms.code.${purpose}`, { code }).length).toBeLessThanOrEqual(160)
    }
  })
})
