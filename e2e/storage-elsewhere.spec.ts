import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePng } from '@vestry/server/demo/encode-png.ts'
import { makeOperatorKey } from '@vestry/server/testing/ask-command-line.ts'
import { callAs, dismiss } from './church-calls.ts'
import { test as base, expect, signIn } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'
import { makeRecordings, walkThroughSermon } from './sermon-walk.ts'

/** A door to a store that, like OpenStack Swift's, knows no writes on condition and refuses them. */
async function openDoorWithoutConditions(origin: string): Promise<Server> {
  const { hostname, port } = new URL(origin)
  const door = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming
    if (headers['if-none-match'] !== undefined && method !== 'GET' && method !== 'HEAD') {
      incoming.resume()
      response.writeHead(501, { 'content-type': 'application/xml' })
      response.end('<Error><Code>NotImplemented</Code><Message>No conditions.</Message></Error>')
      return
    }
    const outgoing = request({ hostname, port, method, path, headers, setHost: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  return door
}

/** A church that keeps its recordings in the store of another server, which has given it a key. */
const test = base.extend<{ cloud: RunningServer; address: string; church: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  cloud: async ({}, use) => {
    const cloud = await startTestServer()
    await use(cloud)
    await cloud.destroy()
  },
  address: async ({ cloud }, use) => await use(cloud.origin),
  church: async ({ cloud, address }, use) => {
    const { accessKeyId, secretAccessKey } = await makeOperatorKey({ VESTRY_DATA: cloud.dataFolder })
    const church = await startTestServer({
      S3_BUCKET: 'preaching',
      S3_ENDPOINT: `${address}/s3`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    })
    await use(church)
    await church.destroy()
  },
  staffPage: async ({ church, browser, contextOptions, watchPage }, use) => {
    const context = await browser.newContext({ ...contextOptions, baseURL: church.origin })
    const page = await context.newPage()
    watchPage(page, { alsoAt: church.origin })
    await signIn(page, church)
    await use(page)
    await context.close()
  },
})

test('a sermon is published, played, replaced and deleted with all recordings in the store of another server', async ({
  staffPage: page,
  church,
  cloud,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-recordings-'))
  makeRecordings(folder)
  const sermon = {
    title: 'A sermon that lies elsewhere',
    recording: 'morning sermon.mp3',
    kind: 'audio',
  } as const
  await walkThroughSermon(page, folder, sermon)

  // A store that is away is said to be away, and the server goes on when it is back.
  await cloud.kill()
  expect((await fetch(`${church.origin}/readyz`)).status).toBe(503)
  await cloud.start()
  await expect.poll(async () => (await fetch(`${church.origin}/readyz`)).status).toBe(200)
  rmSync(folder, { recursive: true, force: true })
})

/** The same behind a door that knows less. */
const withoutConditions = test.extend({
  address: async ({ cloud }, use) => {
    const door = await openDoorWithoutConditions(cloud.origin)
    await use(`http://127.0.0.1:${(door.address() as AddressInfo).port}`)
    door.close()
    door.closeAllConnections()
  },
})

withoutConditions(
  'where the store knows no writes on condition, recordings are published under names that cannot clash',
  async ({ staffPage: page, church }) => {
    const folder = mkdtempSync(join(tmpdir(), 'vestry-recordings-'))
    makeRecordings(folder)
    expect(await (await fetch(`${church.origin}/config.json`)).json()).toMatchObject({ randomNames: true })
    const stored: string[] = []
    page.on('response', (answer) => {
      const method = answer.request().method()
      if (method === 'PUT' && answer.url().includes('/s3/')) {
        stored.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
      }
    })
    const sermon = {
      title: 'A sermon of a name by chance',
      recording: 'morning sermon.mp3',
      kind: 'audio',
    } as const
    await walkThroughSermon(page, folder, sermon)
    expect(stored.length).toBeGreaterThan(0)
    for (const line of stored) {
      expect(line).toMatch(/^200 .*-[\da-f]{16}\.\w+$/)
    }

    const { id } = await callAs<{ id: number }>(page, 'POST', '/sermonSeries', { name: 'Ruth' })
    await page.goto(`/preaching/series/${id}`)
    const picture = {
      name: 'hope.png',
      mimeType: 'image/png',
      buffer: encodePng(1400, new Uint8Array(1400 * 1400 * 3)),
    }
    await page.locator('input[type=file][accept*="image"]').setInputFiles(picture)
    await page.getByRole('button', { name: 'Update' }).click()
    await dismiss(page, 'Image file successfully uploaded')
    const [series] = await callAs<{ picture_path: string }[]>(page, 'GET', '/sermonSeries')
    expect(series?.picture_path).toMatch(/^images\/[\da-f-]{36}\/hope\.png\.sizes\/hope\.png$/)
    rmSync(folder, { recursive: true, force: true })
  },
)
