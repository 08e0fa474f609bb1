import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../clock.ts'
import { keepOwnCertificate } from '../../https/own-authority.ts'
import { freePort } from '../../testing/run-program.ts'
import { checkAddress } from './check-address.ts'

const DAY = 24 * 60 * 60_000
const ALIVE = '{"status":"alive"}'

let dataFolder: string
let server: Server | undefined

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'vestry-address-'))
})

afterEach(() => {
  server?.close()
  server = undefined
  rmSync(dataFolder, { recursive: true })
})

/** Listens with a certificate that the church's own authority gave at that time, and returns the address. */
async function serve({ at = Date.now(), answer = ALIVE, name = 'localhost' } = {}): Promise<string> {
  const { pem } = await keepOwnCertificate(join(dataFolder, 'keys'), { name, addresses: [] }, at)
  server = createServer({ cert: pem, key: pem }, (_request, response) => response.end(answer)).listen(0)
  await once(server, 'listening')
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

const lan = { kind: 'lan', name: 'localhost', port: 0 } as const

async function look(publicUrl: string, https: Parameters<typeof checkAddress>[0]['https']) {
  const findings = await checkAddress({ publicUrl, https, dataFolder }, systemClock)
  return findings.map(({ level, what, todo = '' }) => `${level}: ${what} ${todo}`.trim())
}

test('the address of the church’s own authority answers, and until when its certificate is good is said', async () => {
  const address = await serve()
  const day = new Date(Date.now() + 396 * DAY).toISOString().slice(0, 10)
  expect(await look(address, lan)).toEqual([`ok: ${address} answers, with a certificate until ${day}.`])
})

test.each([
  [
    'that browsers don’t trust',
    {},
    undefined,
    "fault: ADDRESS can't be opened from here: self-signed certificate in certificate chain Fix that, and check again.",
  ],
  [
    'that has ended',
    { at: Date.now() - 400 * DAY },
    lan,
    "fault: ADDRESS can't be opened from here: its certificate has ended. Look at the log of whatever renews it.",
  ],
  [
    'that is for another name',
    { name: 'other.local' },
    lan,
    "fault: ADDRESS can't be opened from here: its certificate is for another name. Get one for this name.",
  ],
  [
    'of another server',
    { answer: '<h1>Router</h1>' },
    lan,
    'fault: At ADDRESS another server answers. Let the name, and the router, lead to this machine.',
  ],
] as const)('a certificate %s is a fault', async (_what, served, https, said) => {
  const address = await serve(served)
  expect(
    await checkAddress({ publicUrl: address, https, dataFolder }, systemClock).then((all) =>
      all.map(({ level, what, todo }) => `${level}: ${what} ${todo}`),
    ),
  ).toEqual([said.replace('ADDRESS', address)])
})

test('a certificate that ends soon is a warning', async () => {
  const at = Date.now() - 385 * DAY
  const address = await serve({ at })
  const day = new Date(at + 396 * DAY).toISOString().slice(0, 10)
  expect(await look(address, lan)).toEqual([
    `warning: The certificate of ${address} ends on ${day}. Look at the log of whatever renews it.`,
  ])
})

test('an address without TLS is opened too', async () => {
  server = createPlainServer((_request, response) => response.end(ALIVE)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://localhost:${(server.address() as AddressInfo).port}`
  expect(await look(address, undefined)).toEqual([`ok: ${address} answers.`])
})

test('a stopped server is a warning, and a name that leads nowhere a fault', async () => {
  const address = `http://localhost:${await freePort()}`
  expect(await look(address, undefined)).toEqual([
    `warning: ${address} can't be opened from here: nobody answers. Start the server; if it runs, open the port in the firewall.`,
  ])
  expect(await look('https://vestry.invalid', undefined)).toEqual([
    expect.stringMatching(
      /^fault: https:\/\/vestry\.invalid can't be opened from here: the name leads nowhere/,
    ),
  ])
})

test('a certificate that could not be fetched is a fault, with what to do', async () => {
  mkdirSync(join(dataFolder, 'keys'))
  const failed = { kind: 'port_closed', said: 'Connection refused', at: Date.now(), times: 1 }
  writeFileSync(join(dataFolder, 'keys', 'vestry.example.org.failed.json'), JSON.stringify(failed))
  const domain = { kind: 'domain', name: 'vestry.example.org', directory: '', port: 443 } as const
  const [first] = await look(`https://localhost:${await freePort()}`, domain)
  expect(first).toMatch(
    /^fault: Port 80 of vestry\.example\.org can't be reached from the web: .* It was said: Connection refused/,
  )
})
