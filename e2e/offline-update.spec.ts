import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { askCommandLine } from '@vestry/server/testing/ask-command-line.ts'
import { freePort } from '@vestry/server/testing/run-program.ts'
import { expect, signIn } from './fixtures.ts'
import { keptFiles, registrations, offlineTest as test, workerIsReady } from './offline-visit.ts'
import { type RunningServer, startTestServer } from './running-server.ts'
import { makeSecondBuild } from './second-build.ts'
import { serveFiles } from './static-console.ts'

/** The console is served as plain files, which may be those of another build at any time. */
let server: RunningServer
let files: Awaited<ReturnType<typeof serveFiles>>
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-builds-'))
  const port = await freePort()
  const consoles = { VESTRY_CONSOLE_ORIGINS: `http://localhost:${port}` }
  server = await startTestServer(consoles)
  const settings = { ...consoles, VESTRY_DATA: server.dataFolder, VESTRY_PUBLIC_URL: server.origin }
  const [config, headers] = await Promise.all([
    askCommandLine(settings, 'console-config'),
    askCommandLine(settings, 'console-config', '--headers'),
  ])
  files = await serveFiles(port, config, headers)
})

test.afterAll(async () => {
  await files?.close()
  await server?.destroy()
  rmSync(folder, { recursive: true, force: true })
})

/** In the second build one leaves. */
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' })
const leave = (page: Page) => page.getByRole('button', { name: 'Leave' })
const build = () => makeSecondBuild(folder, 'Logout', 'Leave')

async function openConsole(page: Page): Promise<void> {
  files.deploy(join(import.meta.dirname, '..', 'console', 'dist'))
  await signIn(page, { ...server, origin: files.origin })
  await workerIsReady(page)
}

/** Waits until another build is kept beside that of the open tabs. */
async function nextIsKept(page: Page): Promise<void> {
  const waiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state)
  await expect.poll(waiting).toBe('installed')
}

const builds = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('vestry-files-')))

test('an update waits until a tab is opened or loaded anew; the others go on with their own files', async ({
  page,
}) => {
  await openConsole(page)
  const [before] = await builds(page)
  files.deploy(build())
  const other = await page.context().newPage()
  await other.goto(`${files.origin}/today`)
  await expect(logout(other)).toBeVisible()
  await nextIsKept(other)

  await other.reload()
  await expect(leave(other)).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  // Its files are gone from the server.
  await page.getByRole('button', { name: 'Sunday School' }).click()
  await page.getByRole('link', { name: 'Classes' }).click()
  await expect(page.getByRole('heading', { name: 'Classes', level: 1 })).toBeVisible()
  await expect(logout(page)).toBeVisible()
  expect(await builds(page)).toHaveLength(2)

  const context = page.context()
  await page.close()
  await other.close()
  const next = await context.newPage()
  await expect(async () => {
    await next.goto(`${files.origin}/today`)
    expect(await builds(next)).toHaveLength(1)
  }).toPass()
  expect(await builds(next)).not.toContain(before)
  await expect(leave(next)).toBeVisible()
})

for (const notFound of [true, false]) {
  test(`a file that an update has removed leads to the next build, ${notFound ? 'not found' : 'with a page in its place'}`, async ({
    page,
  }) => {
    await openConsole(page)
    files.deploy(build(), { notFound })
    await page.getByRole('link', { name: 'Staff' }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    if (!notFound) {
      await nextIsKept(page)
    }
    await again.click()
    await expect(page.getByRole('link', { name: 'Invite', exact: true })).toBeVisible()
    await expect(leave(page)).toBeVisible()
  })
}

test('a browser that keeps nothing, as in a private window, works as before', async ({ page }) => {
  const refusing = build()
  const worker = join(refusing, 'worker.js')
  const refuse = "caches.open = () => Promise.reject(new DOMException('No room.', 'QuotaExceededError'));"
  writeFileSync(worker, refuse + readFileSync(worker, 'utf8'))
  files.deploy(refusing)
  await signIn(page, { ...server, origin: files.origin })
  const state = await page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/worker.js')
    return await new Promise((resolve) =>
      installing?.addEventListener('statechange', () => resolve(installing.state)),
    )
  })
  expect(state).toBe('redundant')
  expect(await keptFiles(page)).toEqual([])
  await page.goto(`${files.origin}/today`)
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
})

test('a worker whose script is gone is removed', async ({ page }) => {
  await openConsole(page)
  const without = build()
  rmSync(join(without, 'worker.js'))
  files.deploy(without, { notFound: true })
  await page.goto(`${files.origin}/today`)
  await expect.poll(() => registrations(page)).toBe(0)
  expect(await keptFiles(page)).toEqual([])
})
