import type { Page } from '@playwright/test'
import { prepareProgram } from '@vestry/server/testing/run-program.ts'
import { callAs, dismiss } from './church-calls.ts'
import { openLine } from './cut-line.ts'
import {
  expect,
  keptFiles,
  registrations,
  signInOver,
  offlineTest as test,
  workerIsReady,
} from './offline-visit.ts'
import { ADMIN, startTestServer } from './running-server.ts'

const HOURS = 60 * 60_000
const noConnection = (page: Page) => page.getByRole('status').filter({ hasText: 'No connection since' })

async function planClass(page: Page): Promise<string> {
  const { id } = await callAs<{ id: number }>(page, 'POST', '/classes', {
    ...{ title: 'In the cellar', session_datetime: '2035-05-06T10:30:00' },
  })
  return `/sunday-school/classes/attendance?class=${id}`
}

test('a second visit has its files from the browser, and its page and configuration with them', async ({
  line,
  visitor: page,
  watchPage,
}) => {
  watchPage(page, { alsoAt: line.origin })
  const answers: [path: string, kept: boolean][] = []
  page.on('response', (answer) => answers.push([new URL(answer.url()).pathname, answer.fromServiceWorker()]))
  await page.goto(`${line.origin}/today`)
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  const files = answers.filter(([path]) => path.startsWith('/assets/'))
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter(([, kept]) => !kept)).toEqual([])
  expect(answers[0]).toEqual(['/today', true])
  expect(answers.filter(([path, kept]) => path.startsWith('/api/') && kept)).toEqual([])
  // What the server has set since is asked for when nobody waits.
  await expect.poll(() => answers.some(([path]) => path === '/config.json')).toBe(true)
})

for (const state of ['refused', 'captive'] as const) {
  test(`on a line that is ${state} the console opens, signed in with a token that has expired`, async ({
    line,
    visitor: page,
  }) => {
    const roll = await planClass(page)
    await page.clock.setSystemTime(Date.now() + 3 * HOURS)
    line.set(state)
    for (const [address, heading] of [
      ['/today', 'Today'],
      [roll, 'Attendance Record'],
    ] as const) {
      await page.goto(line.origin + address)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(noConnection(page)).toBeVisible()
    }
    await expect(page.getByText('The server can’t be reached.')).toBeVisible()
    // A page that was never opened is not kept: the Wi-Fi's own is not taken for it.
    await page.getByRole('link', { name: 'Staff' }).click()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    line.set('open')
    await expect(page.getByRole('link', { name: 'Invite', exact: true })).toBeVisible()
    await expect(noConnection(page)).toBeHidden()
    await page.goto(line.origin + roll)
    await expect(page.getByText('In the cellar')).toBeVisible()
    const pages = (await keptFiles(page)).filter(([, type]) => type.includes('html'))
    expect(pages.map(([path]) => path)).toEqual(['/'])
  })
}

test('a page that could not read what it shows reads it once the line is back', async ({
  line,
  visitor: page,
}) => {
  const roll = await planClass(page)
  line.set('hanging')
  await page.goto(line.origin + roll)
  await expect(noConnection(page)).toBeVisible()
  line.set('refused')
  await expect(page.getByText('The server can’t be reached.')).toBeVisible()
  line.set('open')
  await expect(page.getByText('In the cellar')).toBeVisible()
  await expect(noConnection(page)).toBeHidden()
})

test('a form says that there is no line, keeps what was typed, and saves it once there is one @phone', async ({
  line,
  visitor: page,
  checkAccessibility,
}) => {
  await page.goto(`${line.origin}/sunday-school/classes/new`)
  await page.getByLabel('Title').fill('Typed in the cellar')
  await page.getByLabel('Date & Time').fill('2035-05-06T10:30')
  line.set('refused')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(noConnection(page)).toBeInViewport()
  await dismiss(page, 'The server can’t be reached.')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(noConnection(page)).toBeInViewport()
  await expect(page.getByLabel('Title')).toHaveValue('Typed in the cellar')
  await checkAccessibility(page)
  line.set('open')
  await expect(noConnection(page)).toBeHidden()
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Success')
  await expect(page.getByText('Typed in the cellar').first()).toBeVisible()
})

test('whoever signs out without a line is signed out, also after it is back', async ({
  line,
  visitor: page,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  line.set('refused')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')))).toEqual(
    [],
  )
  line.set('open')
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.goto(`${line.origin}/today`)
  await expect(page).toHaveURL(/\/login$/)
  expect(errors).toEqual([])
})

test('nothing is kept before somebody has signed in', async ({ line, server, page }) => {
  const looked = page.waitForRequest((request) => request.url().endsWith('/worker.js'))
  await page.goto(`${line.origin}/login`)
  await looked
  expect(await registrations(page)).toBe(0)
  await signInOver(page, line, server)
  await workerIsReady(page)
  expect(await registrations(page)).toBe(1)
})

test('what the browser has thrown away comes from the server again, and is kept again', async ({
  line,
  visitor: page,
}) => {
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      await caches.delete(name)
    }
  })
  await page.goto(`${line.origin}/today`)
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await expect.poll(async () => (await keptFiles(page)).some(([path]) => path === '/')).toBe(true)
  line.set('refused')
  await page.goto(`${line.origin}/today`)
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
})

test('the switch removes the worker and what it has kept, under open pages too', async ({ page }) => {
  const settings = { VESTRY_TIMEZONE: 'Europe/Madrid', VESTRY_ADMIN_EMAIL: ADMIN.email }
  const server = await startTestServer()
  const line = await openLine(server.origin)
  await signInOver(page, line, server)
  await workerIsReady(page)
  await server.kill()
  const { port } = new URL(server.origin)
  const off = await prepareProgram(
    { ...settings, PORT: port, VESTRY_OFFLINE: 'off' },
    { dataFolder: server.dataFolder },
  )
  await off.start()
  await page.goto(`${line.origin}/today`)
  await expect.poll(() => registrations(page)).toBe(0)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  await page.goto(`${line.origin}/today`)
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await line.close()
  await off.destroy()
  await server.destroy()
})
